import type { Disposition, Staleness, StalenessPolicy } from '../../policies/staleness/staleness.ts'
import type { Check } from '../check.ts'
import { claimEqual } from '../claims.ts'
import { policyChecks } from './policy-checks.ts'

const TOLERANCES: readonly number[] = [0, 1, 2, 5]
const DISPOSITIONS: readonly Disposition[] = ['accept', 'rebase', 'discard']

/** Returns every claim that a staleness rule must meet. */
export function stalenessContract(): readonly Check<StalenessPolicy>[] {
  return [
    ...policyChecks<StalenessPolicy>((rule, step) =>
      rule.decide({ staleBy: (step % 8) - 1, tolerance: step % 3, breaksContract: step % 5 === 0 }),
    ),
    claimFor('discards what was made against a base that the head never had', [-1, -2, -7], 'discard'),
    claimFor('takes a fresh card as it is', [0], 'accept'),
    {
      name: 'discards a stale card that breaks the contract',
      run: (make) => {
        for (const tolerance of TOLERANCES)
          for (const staleBy of [1, 2, 6]) {
            const decision = make().decide({ staleBy, tolerance, breaksContract: true })
            claimEqual(decision, 'discard', `${staleBy} behind, tolerance ${tolerance}`)
          }
      },
    },
    {
      name: 'is never gentler with an older card',
      run: (make) => {
        const rule = make()
        for (const tolerance of TOLERANCES) {
          const decisions = [0, 1, 2, 3, 6, 40].map((staleBy) =>
            DISPOSITIONS.indexOf(rule.decide({ staleBy, tolerance, breaksContract: false })),
          )
          claimEqual(decisions, decisions.toSorted(), `decisions at tolerance ${tolerance}`)
        }
      },
    },
  ]
}

function claimFor(name: string, lags: readonly number[], expected: Disposition): Check<StalenessPolicy> {
  return {
    name,
    run: (make) => {
      for (const staleness of situations(lags))
        claimEqual(make().decide(staleness), expected, JSON.stringify(staleness))
    },
  }
}

function situations(lags: readonly number[]): readonly Staleness[] {
  return lags.flatMap((staleBy) =>
    TOLERANCES.flatMap((tolerance) =>
      [false, true].map((breaksContract) => ({ staleBy, tolerance, breaksContract })),
    ),
  )
}
