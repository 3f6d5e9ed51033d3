import type { StalenessPolicy } from './staleness.ts'

/**
 * Returns the staleness rule that verifies a card again while it is within the tolerance and discards it beyond.
 * A stale card that breaks the contract is discarded, and so is one whose base the head never had.
 */
export function guarded(): StalenessPolicy {
  return {
    name: 'guarded',
    decide: ({ staleBy, tolerance, breaksContract }) => {
      if (staleBy < 0) return 'discard'
      if (staleBy === 0) return 'accept'
      return breaksContract || staleBy > tolerance ? 'discard' : 'rebase'
    },
  }
}
