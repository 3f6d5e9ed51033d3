import { layerOf, toleranceOf } from '../../governance/layers.ts'
import { applyDiff } from '../../model/artifact.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { rebasedOnto } from '../../model/evidence.ts'
import { meanReward } from '../../model/measurement.ts'
import { staleness } from '../../model/version.ts'
import type { Bucket, MergeContext, Sifted } from '../context.ts'
import { reapplied } from '../reapply.ts'
import { drop } from '../verdicts.ts'

type Loss = 'screened' | 'oversized' | 'stale'

/**
 * Stage 1. Drops what touches a key that no run may change, what the screen refuses, what exceeds the trust region and what the head
 * has left behind; of stale cards that may be rebased it keeps those that do not score worse on the present head. Nothing is
 * measured for a fresh card.
 */
export async function filterStale(bucket: Bucket, context: MergeContext): Promise<Sifted> {
  const kept: EvidenceCard[] = []
  const lost: Record<Loss, number> = { screened: 0, oversized: 0, stale: 0 }
  for (const made of bucket.cards) {
    const card = await onHead(made, bucket, context)
    const loss = refuseUnmeasured(made, bucket, context) ?? (await refuseStale(card, bucket, context))
    if (loss === undefined) kept.push(rebasedOnto(card, bucket.head))
    else {
      lost[loss]++
      context.settle([made])
    }
  }
  const counts = { considered: bucket.cards.length, survived: kept.length, conflicts: 0, ...lost }
  return { cards: kept, counts }
}

function refuseUnmeasured(
  card: EvidenceCard,
  { base }: Bucket,
  context: MergeContext,
): 'screened' | 'oversized' | undefined {
  const prohibition = context.permissions.refuse(card.diff)
  if (prohibition !== undefined) {
    drop(card, { stage: 'permissions', verdict: 'forbidden-key', reason: prohibition }, context)
    return 'screened'
  }
  const objection = context.policies.screen.screen(card, base)
  if (objection !== undefined) {
    drop(card, { stage: 'screen', verdict: 'screened', reason: objection }, context)
    return 'screened'
  }
  const excess = context.trustRegion.refuse(card.diff)
  if (excess === undefined) return undefined
  drop(card, { stage: 'trust-region', verdict: 'oversized', reason: excess }, context)
  return 'oversized'
}

/** Returns the card with its edits as they read on the head, where the head has changed the same keys meanwhile or holds them already. */
async function onHead(
  card: EvidenceCard,
  { base }: Bucket,
  { same, settings, texts }: MergeContext,
): Promise<EvidenceCard> {
  const { diff, baseValues } = card
  const isAsMade = [...diff.edits].every(([key, edit]) => {
    const present = base.state.get(key) ?? null
    return (baseValues.get(key) ?? null) === present && !same(key, edit, present)
  })
  if (settings.reapply === 'value' || isAsMade) return card
  const { edits } = await reapplied({ edits: diff.edits, baseValues, head: base.state, same }, texts)
  const values = [...edits.keys()].map((key) => [key, base.state.get(key) ?? null] as const)
  return { ...card, diff: { ...diff, edits }, baseValues: new Map(values) }
}

async function refuseStale(
  card: EvidenceCard,
  { base, head }: Bucket,
  context: MergeContext,
): Promise<'stale' | undefined> {
  const { breaksContract } = card.diff
  const layer = layerOf(base.id, base.blastRadius)
  const tolerance = toleranceOf(layer, breaksContract, context.settings.tolerance)
  const staleBy = staleness(head, card.base)
  const disposition = context.policies.staleness.decide({ staleBy, tolerance, breaksContract })
  if (disposition !== 'discard' && card.diff.edits.size === 0) {
    const reason = 'The head holds all of it already, or has changed what it edits.'
    drop(card, { stage: 'staleness', verdict: 'all-stale', reason, numbers: { staleBy } }, context)
    return 'stale'
  }
  if (disposition === 'accept') return undefined
  if (disposition === 'rebase' && (await stillHelps(card, { base, context }))) return undefined
  const reason =
    disposition === 'discard'
      ? discarded(card, { staleBy, tolerance })
      : `Scores worse than the present head on its own tasks.`
  const numbers = { staleBy, tolerance }
  drop(card, { stage: 'staleness', verdict: 'all-stale', reason, numbers }, context)
  return 'stale'
}

function discarded(
  { base, diff }: EvidenceCard,
  { staleBy, tolerance }: { readonly staleBy: number; readonly tolerance: number },
): string {
  if (staleBy < 0) return `Made on version ${base.get(diff.target)}, which the head never had.`
  return `Made ${staleBy} commits behind the head; ${tolerance} are allowed.`
}

async function stillHelps(
  card: EvidenceCard,
  { base, context }: { base: Bucket['base']; context: MergeContext },
): Promise<boolean> {
  const without = await context.verifier.replay(base.state, card.tasks)
  const withDiff = await context.verifier.replay(applyDiff(base, card.diff).state, card.tasks)
  return meanReward(without) <= meanReward(withDiff)
}
