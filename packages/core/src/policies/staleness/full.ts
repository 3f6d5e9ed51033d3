import type { StalenessPolicy } from './staleness.ts'

/**
 * Returns the staleness rule that takes every card as it is, however far the head has moved. A stale card that breaks
 * the contract is discarded, and so is one whose base the head never had.
 */
export function full(): StalenessPolicy {
  return {
    name: 'full',
    decide: ({ staleBy, breaksContract }) =>
      staleBy < 0 || (staleBy > 0 && breaksContract) ? 'discard' : 'accept',
  }
}
