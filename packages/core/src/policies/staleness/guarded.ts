import type { StalenessOptions, StalenessPolicy } from './staleness.ts'

/**
 * Returns the staleness rule that verifies a card again while it is within the tolerance and discards it beyond.
 * A stale card that breaks the contract is discarded, and so is one whose base the head never had, unless told otherwise.
 */
export function guarded({ unknownBase = 'discard' }: StalenessOptions = {}): StalenessPolicy {
  return {
    name: 'guarded',
    settings: { unknownBase },
    decide: ({ staleBy, tolerance, breaksContract }) => {
      if (staleBy < 0 && unknownBase === 'discard') return 'discard'
      if (staleBy === 0) return 'accept'
      return breaksContract || staleBy > tolerance ? 'discard' : 'rebase'
    },
  }
}
