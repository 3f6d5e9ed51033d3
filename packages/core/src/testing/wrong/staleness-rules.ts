import { guarded } from '../../policies/staleness/guarded.ts'
import type { StalenessPolicy } from '../../policies/staleness/staleness.ts'

/** Takes a base that the head never had for a fresh one. */
export function trustingStaleness(): StalenessPolicy {
  return {
    name: 'trusting',
    decide: (staleness) => guarded().decide({ ...staleness, staleBy: Math.max(0, staleness.staleBy) }),
  }
}

/** Does not ask whether a diff breaks the contract. */
export function uncontractedStaleness(): StalenessPolicy {
  return {
    name: 'uncontracted',
    decide: (staleness) => guarded().decide({ ...staleness, breaksContract: false }),
  }
}
