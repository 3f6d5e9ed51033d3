import { rebuildFromHistory } from '../ledger/rebuild-from-history.ts'
import { bucketAggregator } from '../merge/aggregator.ts'
import { Intake } from '../merge/intake.ts'
import { relearn } from '../merge/learners.ts'
import { reapplied } from '../merge/reapply.ts'
import type { MergeContext } from '../merge/context.ts'
import { type Artifact, differenceOf } from '../model/artifact.ts'
import type { Edits } from '../model/diff.ts'
import { LedgerError } from '../model/errors.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import { authorId, diffId, leaseId, runId } from '../model/ids.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MergeReport } from '../model/report.ts'
import type { Task } from '../model/task.ts'
import { stableId } from '../runtime/stable-hash.ts'
import type { EvolveOptions } from './options.ts'
import { Recorder } from './recorder.ts'
import { assemble } from './assemble.ts'
import { resolveOptions } from './resolve-options.ts'

/** A commit that is to be taken back. */
export interface RevertedCommit {
  /** As the ledger names it. */
  readonly commit: string
  readonly subject: string
  /** The artifact before it; absent for the commit that made the first version. */
  readonly before?: Artifact
  readonly after: Artifact
}

/** What became of the inverse of a commit. */
export type Reverted = {
  /** Calls of the caller's `run` that measuring took. */
  readonly calls: number
} & (
  | {
      readonly outcome: 'committed' | 'refused'
      readonly report: MergeReport
      /** The inverse as a proposal: verdict, reason, figures. */
      readonly proposal: Proposal
    }
  /** Later commits changed the same places, so that there is no inverse any more. */
  | { readonly outcome: 'conflict'; readonly keys: readonly string[] }
  /** The head holds nothing of it. */
  | { readonly outcome: 'already-gone' }
)

/** Author of a diff that takes a commit back. */
const REVERTER = authorId('revert')

/**
 * Proposes the inverse of a commit to the merge, which measures it against the head and decides as about any proposal; one that is
 * committed is published to `stable`. The options are those of the run: tasks, split, policies and limits are the same.
 * @throws OptionError, GovernanceError before the first call; LimitError, BackendError, ContractError from measuring; LedgerError
 */
export async function revertCommit<T extends Task, Output = string>(
  options: EvolveOptions<T, Output>,
  reverted: RevertedCommit,
): Promise<Reverted> {
  const plan = resolveOptions(options)
  const recorder = new Recorder(options.onEvent)
  const { merging, meter } = assemble(plan, {
    recorder,
    signal: options.signal ?? new AbortController().signal,
  })
  const head = await merging.ledger.get(reverted.after.id)
  const run = runId(stableId(['revert', reverted.commit, head.id, String(head.version)]))
  const context: MergeContext = { ...merging, run }
  const inverse = await inverseOn(head, reverted, context)
  if (inverse.keys.length > 0) return { outcome: 'conflict', keys: inverse.keys, calls: 0 }
  if (inverse.edits.size === 0) return { outcome: 'already-gone', calls: 0 }
  relearn(context, rebuildFromHistory({ commits: [], steps: await context.ledger.records(1) }).learnt)
  const aggregator = bucketAggregator(context, new Intake({ batchTrigger: 1, maxWaitRounds: 1 }))
  aggregator.ingest(cardOf(head, inverse.edits, { reverted, context }))
  const [report] = await aggregator.flush()
  const [proposal] = recorder.proposals()
  if (report === undefined || proposal === undefined) throw new RangeError('one card makes one report')
  if (report.outcome === 'committed') await aggregator.finalize()
  const outcome = report.outcome === 'committed' ? 'committed' : 'refused'
  return { outcome, report, proposal, calls: meter.snapshot().actorCalls }
}

/** The hunks of the inverse as they read on the head; keys of which later commits changed the same places. */
async function inverseOn(
  head: Artifact,
  { before, after }: RevertedCommit,
  { same, texts }: MergeContext,
): Promise<{ readonly edits: Edits; readonly keys: readonly string[] }> {
  if (before === undefined) throw firstVersion(after)
  const edits = differenceOf(after.state, before.state)
  const baseValues = new Map([...edits.keys()].map((key) => [key, after.state.get(key) ?? null]))
  const moved = await reapplied({ edits, baseValues, head: head.state, same }, texts)
  return { edits: moved.edits, keys: moved.overlapping }
}

function firstVersion({ id }: Artifact): LedgerError {
  return new LedgerError({
    code: 'nothing-before',
    argument: 'commit',
    message: `The commit made the first version of "${id}", so nothing is before it to go back to.`,
    fix: 'Name a later commit.',
  })
}

function cardOf(
  head: Artifact,
  edits: Edits,
  { reverted, context }: { readonly reverted: RevertedCommit; readonly context: MergeContext },
): EvidenceCard {
  const { commit, subject } = reverted
  const name = `revert-${commit.slice(0, 7)}-v${head.version}`
  const said = `Takes back ${commit.slice(0, 7)}: ${subject}`
  return {
    lease: leaseId(name),
    diff: { id: diffId(name), target: head.id, author: REVERTER, edits, breaksContract: false },
    parent: context.digest(head.state),
    base: new Map([[head.id, head.version]]),
    baseValues: new Map([...edits.keys()].map((key) => [key, head.state.get(key) ?? null])),
    touched: [head.id],
    tasks: [],
    text: said,
    rationale: said,
    cost: { calls: 0, ms: 0 },
  }
}
