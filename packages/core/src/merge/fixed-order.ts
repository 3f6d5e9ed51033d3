import type { EvidenceCard } from '../model/evidence.ts'

/**
 * Returns the cards by author, then by rollout; shorter ids first, so that worker 10 follows worker 9.
 *
 * Rules that decide between equals take the first one. Which card that is must follow from the cards and not from when they came
 * in: then neither a slow worker nor another concurrency changes what a merge makes of the same evidence.
 */
export function inFixedOrder(cards: readonly EvidenceCard[]): readonly EvidenceCard[] {
  return cards.toSorted(
    (left, right) => compared(left.diff.author, right.diff.author) || compared(left.lease, right.lease),
  )
}

function compared(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  return left < right ? -1 : left > right ? 1 : 0
}
