import { applyDiff } from '../../model/artifact.ts'
import type { Bucket, MergeContext, Sifted } from '../context.ts'
import { drop } from '../verdicts.ts'

/** Stage 2. Leaves cards whose edits can be had together, unless the policy leaves that to fusion. */
export async function resolveConflicts(
  { base }: Bucket,
  { cards, counts }: Sifted,
  context: MergeContext,
): Promise<Sifted> {
  const {
    kept,
    dropped,
    projected = [],
  } = await context.policies.conflict.resolve(cards, {
    base,
    same: context.same,
    texts: context.texts,
    estimate: (diff) => context.verifier.estimate(applyDiff(base, diff).state),
  })
  for (const { card, reason } of dropped)
    drop(card, { stage: 'conflict', verdict: 'conflict-dropped', reason }, context)
  for (const { card, reason } of projected)
    context.observe({ type: 'card-projected', lease: card.lease, diff: card.diff.id, reason })
  return { cards: kept, counts: { ...counts, conflicts: dropped.length } }
}
