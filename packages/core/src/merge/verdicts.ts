import type { EvidenceCard } from '../model/evidence.ts'
import type { DropStage } from '../model/event.ts'
import type { Conclusion } from '../model/proposal.ts'
import { proposalOf } from '../model/proposal.ts'
import type { MergeContext } from './context.ts'

/** Tells the observer how the proposal of each card ended. */
export function conclude(
  cards: readonly EvidenceCard[],
  conclusion: Conclusion,
  { observe }: Pick<MergeContext, 'observe'>,
): void {
  for (const card of cards) observe({ type: 'proposal', proposal: proposalOf(card, conclusion) })
}

/** Loses a card at a stage, and says why. */
export function drop(
  card: EvidenceCard,
  { stage, ...conclusion }: Conclusion & { readonly stage: DropStage },
  context: Pick<MergeContext, 'observe'>,
): void {
  const { lease, diff } = card
  context.observe({ type: 'card-dropped', lease, diff: diff.id, stage, reason: conclusion.reason })
  conclude([card], conclusion, context)
}
