import type { StalenessOptions, StalenessPolicy } from './staleness.ts'

/**
 * Returns the staleness rule that takes every card as it is, however far the head has moved. A stale card that breaks
 * the contract is discarded, and so is one whose base the head never had, unless told otherwise.
 */
export function full({ unknownBase = 'discard' }: StalenessOptions = {}): StalenessPolicy {
  return {
    name: 'full',
    settings: { unknownBase },
    decide: ({ staleBy, breaksContract }) => {
      if (staleBy < 0 && unknownBase === 'discard') return 'discard'
      return staleBy !== 0 && breaksContract ? 'discard' : 'accept'
    },
  }
}
