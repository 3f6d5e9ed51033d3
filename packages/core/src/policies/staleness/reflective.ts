import type { StalenessOptions, StalenessPolicy } from './staleness.ts'

/**
 * Returns the staleness rule that verifies every stale card again on the present head, however far it has moved. A
 * stale card that breaks the contract is discarded, and so is one whose base the head never had, unless told otherwise.
 */
export function reflective({ unknownBase = 'discard' }: StalenessOptions = {}): StalenessPolicy {
  return {
    name: 'reflective',
    settings: { unknownBase },
    decide: ({ staleBy, breaksContract }) => {
      if (staleBy < 0 && unknownBase === 'discard') return 'discard'
      if (staleBy === 0) return 'accept'
      return breaksContract ? 'discard' : 'rebase'
    },
  }
}
