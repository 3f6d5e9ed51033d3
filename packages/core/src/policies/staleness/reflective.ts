import type { StalenessPolicy } from './staleness.ts'

/**
 * Returns the staleness rule that verifies every stale card again on the present head, however far it has moved. A
 * stale card that breaks the contract is discarded, and so is one whose base the head never had.
 */
export function reflective(): StalenessPolicy {
  return {
    name: 'reflective',
    decide: ({ staleBy, breaksContract }) => {
      if (staleBy === 0) return 'accept'
      return staleBy < 0 || breaksContract ? 'discard' : 'rebase'
    },
  }
}
