import { refuseFrozen } from '../governance/layers.ts'
import type { Candidate } from '../model/candidate.ts'
import { LimitError } from '../model/errors.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import type { ArtifactId } from '../model/ids.ts'
import type { MergeReport } from '../model/report.ts'
import type { Bucket, MergeContext } from './context.ts'
import { inFixedOrder } from './fixed-order.ts'
import type { Gated } from './reports.ts'
import { gatedReport, nothingLeft, unknownArtifact } from './reports.ts'
import { withoutOneMember } from './retry-union.ts'
import { commit } from './stages/commit.ts'
import { filterStale } from './stages/filter-stale.ts'
import { fuse } from './stages/fuse.ts'
import { judge, measure } from './stages/gate.ts'
import { resolveConflicts } from './stages/resolve-conflicts.ts'

/** One optimizer step for one artifact: five stages, in the order in which they run. Every end is a report. */
export async function mergeBucket(
  artifact: ArtifactId,
  cards: readonly EvidenceCard[],
  context: MergeContext,
): Promise<MergeReport> {
  const { artifacts, version: head } = await context.ledger.snapshot()
  const base = artifacts.get(artifact)
  if (base === undefined) return unknownArtifact(artifact, cards, context)
  refuseFrozen(base.id, base.blastRadius)
  const bucket = { base, head, cards: inFixedOrder(cards) }

  const fresh = await filterStale(bucket, context)
  if (fresh.cards.length === 0) return nothingLeft(artifact, fresh.counts)
  const compatible = await resolveConflicts(bucket, fresh, context)
  const union = await fuse(bucket, compatible.cards, context)

  const first = await gateAndCommit(union, context)
  if (!isRefusedUnion(first, context)) return gatedReport(first, compatible, context)
  const second = await triedAgain(first, bucket, context)
  return gatedReport(second, compatible, context)
}

/** A refused union stays refused where the limits leave no room to measure a smaller one. */
async function triedAgain(refused: Gated, bucket: Bucket, context: MergeContext): Promise<Gated> {
  try {
    const smaller = await withoutOneMember(refused.candidate, bucket, context)
    return await gateAndCommit(smaller, context)
  } catch (error) {
    if (error instanceof LimitError) return refused
    throw error
  }
}

async function gateAndCommit(candidate: Candidate, context: MergeContext): Promise<Gated> {
  const measured = await measure(candidate, context)
  const { verdict, finding } = await judge(measured, context)
  if (finding.veto) return { outcome: 'oracle-rejected', candidate: measured, finding }
  if (!verdict.accepted) return { outcome: 'below-threshold', candidate: measured, verdict }
  return { ...(await commit(measured, verdict, context)), candidate: measured, verdict }
}

function isRefusedUnion({ outcome, candidate }: Gated, { settings }: MergeContext): boolean {
  const refused = outcome === 'oracle-rejected' || outcome === 'below-threshold'
  return refused && candidate.fused && candidate.members.length > 1 && settings.refusedUnion === 'retry'
}
