import type { ArtifactId } from '../model/ids.ts'
import type { Tally } from '../model/measurement.ts'
import type { Proposal } from '../model/proposal.ts'
import { parseRecord } from './merge-record.ts'
import type { Learnt, StepRecord } from './step-record.ts'
import type { LogEntry } from './store.ts'

/** What a ledger's history holds, each list newest first, as stores give it. */
export interface History {
  /** Commits of `dev`. */
  readonly commits: readonly LogEntry[]
  readonly steps: readonly StepRecord[]
}

/** What runs have learnt, as their history tells it. */
export interface Rebuilt {
  /** Held-out successes and failures of each head that a merge committed or measured a candidate against. */
  readonly posteriors: ReadonlyMap<ArtifactId, Tally>
  /** Trust, trust region, promotion clocks and every rule that learns, as the last step left them. */
  readonly learnt: readonly Learnt[]
  /** Every proposal that came to an end, oldest first. */
  readonly proposals: readonly Proposal[]
  /** Those of them that no commit holds. */
  readonly refused: readonly Proposal[]
  /** Texts already proposed for each task, oldest first. */
  readonly textsByTask: ReadonlyMap<string, readonly string[]>
}

/** Rebuilds what the runs on a ledger have learnt from its history alone. */
export function rebuildFromHistory({ commits, steps }: History): Rebuilt {
  const proposals = steps.toReversed().flatMap((step) => step.proposals)
  return {
    posteriors: posteriorsIn(commits, proposals),
    learnt: steps[0]?.learnt ?? [],
    proposals,
    refused: proposals.filter(({ verdict }) => verdict !== 'committed'),
    textsByTask: textsIn(proposals),
  }
}

/** The newest commit of an artifact measured its head; where no merge committed it, the last refusal measured it as the base. */
function posteriorsIn(commits: readonly LogEntry[], proposals: readonly Proposal[]): Map<ArtifactId, Tally> {
  const posteriors = new Map<ArtifactId, Tally>()
  const heads = new Map<ArtifactId, LogEntry>()
  for (const entry of commits)
    for (const id of entry.versions.keys()) if (!heads.has(id)) heads.set(id, entry)
  for (const [id, { message, versions }] of heads) {
    const measured = parseRecord(message)?.candidate ?? measuredAsBase(proposals, id, versions.get(id))
    if (measured !== undefined) posteriors.set(id, measured)
  }
  return posteriors
}

function measuredAsBase(
  proposals: readonly Proposal[],
  id: ArtifactId,
  version: number | undefined,
): Tally | undefined {
  const refusal = proposals.findLast(
    ({ artifact, numbers }) =>
      artifact === id && numbers['baseVersion'] === version && numbers['baseSuccesses'] !== undefined,
  )
  const { baseSuccesses, measured } = refusal?.numbers ?? {}
  if (baseSuccesses === undefined || measured === undefined) return undefined
  return { successes: baseSuccesses, failures: measured - baseSuccesses }
}

function textsIn(proposals: readonly Proposal[]): Map<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>()
  for (const { tasks, text } of proposals)
    for (const task of tasks) {
      const before = texts.get(task) ?? []
      if (!before.includes(text)) texts.set(task, [...before, text])
    }
  return texts
}
