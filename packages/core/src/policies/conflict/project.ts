import type { EvidenceCard } from '../../model/evidence.ts'
import { mapBounded } from '../../runtime/task-group.ts'
import { contestedKeys } from '../joint-edits.ts'
import type { ConflictContext, ConflictPolicy, ConflictResolution } from './conflict.ts'
import { type Projected, Projection } from './projection.ts'

/**
 * Returns the conflict rule that projects instead of dropping. Values of one key that merge as texts do not conflict. Where they do,
 * the card that scores best alone on the base goes first; each later one keeps every key, and every hunk of a shared key, that does
 * not overlap what was kept before it. A deletion against an edit is decided by the same order. The order of arrival plays no part.
 */
export function project(): ConflictPolicy {
  return {
    name: 'project',
    resolve: async (cards, context) => {
      const contested = await contestedKeys(cards, context)
      const rivals = cards.filter(({ diff }) => [...diff.edits.keys()].some((key) => contested.has(key)))
      const projection = new Projection(contested, context)
      const outcomes = new Map<EvidenceCard, Projected>()
      for (const card of await byScore(rivals, context)) outcomes.set(card, await projection.admit(card))
      return resolutionOf(cards, outcomes)
    },
  }
}

/** Best first; equal scores by the id of the diff, which says what the diff does. */
async function byScore(
  cards: readonly EvidenceCard[],
  { estimate }: ConflictContext,
): Promise<readonly EvidenceCard[]> {
  const scored = await mapBounded(cards, cards.length, async (card) => ({
    card,
    score: await estimate(card.diff),
  }))
  return scored
    .toSorted((left, right) => right.score - left.score || (left.card.diff.id < right.card.diff.id ? -1 : 1))
    .map(({ card }) => card)
}

function resolutionOf(
  cards: readonly EvidenceCard[],
  outcomes: ReadonlyMap<EvidenceCard, Projected>,
): ConflictResolution {
  const losers = cards.flatMap((card) => {
    const { card: left, lost } = outcomes.get(card) ?? { card, lost: [] }
    return lost.length === 0 ? [] : [{ card, isLeft: left !== undefined, reason: reasonOf(lost) }]
  })
  return {
    kept: cards.flatMap((card) => (outcomes.has(card) ? (outcomes.get(card)?.card ?? []) : card)),
    dropped: losers.filter(({ isLeft }) => !isLeft).map(({ card, reason }) => ({ card, reason })),
    projected: losers.filter(({ isLeft }) => isLeft).map(({ card, reason }) => ({ card, reason })),
  }
}

function reasonOf(lost: readonly string[]): string {
  const keys = lost.map((key) => JSON.stringify(key)).join(', ')
  return `What it does to ${keys} overlaps an edit that scores better alone.`
}
