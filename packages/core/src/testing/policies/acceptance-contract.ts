import type { Verdict } from '../../model/candidate.ts'
import type { AcceptancePolicy } from '../../policies/acceptance/acceptance.ts'
import { contextOf, witnessOf } from '../acceptance-fixtures.ts'
import type { Check } from '../check.ts'
import { claimEqual } from '../claims.ts'
import { policyChecks } from './policy-checks.ts'

/** Tasks that the base and the candidate solve, out of `tasks`, and cards that gained all on a task of their own. */
interface Situation {
  readonly base: number
  readonly next: number
  readonly tasks: number
  readonly version: number
  readonly witnesses?: number
}

const SIZES: readonly number[] = [1, 4, 10, 40]
const VERSIONS: readonly number[] = [1, 2, 16, 200, 1000]

/** Returns every claim that an acceptance rule must meet. */
export function acceptanceContract(): readonly Check<AcceptancePolicy>[] {
  return [
    ...policyChecks<AcceptancePolicy>((rule, step) =>
      judged(rule, { base: 3, next: step % 10, tasks: 10, version: step }),
    ),
    {
      name: 'never accepts a measured regression, whatever the cards say',
      run: (make) => {
        for (const tasks of SIZES)
          for (const version of VERSIONS) {
            const { accepted } = judged(make(), {
              base: tasks,
              next: tasks - 1,
              tasks,
              version,
              witnesses: 40,
            })
            claimEqual(accepted, false, `${tasks} tasks at version ${version}`)
          }
      },
    },
    {
      name: 'never accepts a tie without other evidence',
      run: (make) => {
        for (const tasks of [0, ...SIZES])
          for (const version of [0, ...VERSIONS]) {
            const half = Math.floor(tasks / 2)
            const { accepted } = judged(make(), { base: half, next: half, tasks, version })
            claimEqual(accepted, false, `${half} of ${tasks} on both sides at version ${version}`)
          }
      },
    },
    {
      name: 'accepts a gain that leaves no doubt',
      run: (make) =>
        claimEqual(
          judged(make(), { base: 0, next: 40, tasks: 40, version: 1 }).accepted,
          true,
          'from 0 to 40',
        ),
    },
    { name: 'reports the measured gain and figures in range', run: checkFigures },
    { name: 'does not think less of a candidate that solves more', run: checkMonotony },
  ]
}

function checkFigures(make: () => AcceptancePolicy): void {
  for (const tasks of SIZES)
    for (let next = 0; next <= tasks; next += Math.max(1, tasks / 4)) {
      const base = Math.floor(tasks / 2)
      const verdict = judged(make(), { base, next, tasks, version: 3 })
      const { probability, threshold, gain } = verdict
      claimEqual(Math.abs(gain - (next - base) / tasks) < 1e-9, true, `the gain ${gain}`)
      claimEqual(probability >= 0 && probability <= 1, true, `the probability ${probability}`)
      claimEqual(threshold >= 0 && threshold <= 1, true, `the threshold ${threshold}`)
      if (verdict.accepted) claimEqual(probability > threshold, true, 'accepted above the threshold')
      else claimEqual(verdict.detail.trim() === '', false, 'a blank detail')
    }
}

function checkMonotony(make: () => AcceptancePolicy): void {
  const verdicts = Array.from({ length: 21 }, (_, next) =>
    judged(make(), { base: 10, next, tasks: 20, version: 8 }),
  )
  const probabilities = verdicts.map(({ probability }) => probability)
  const sorted = probabilities.toSorted((left, right) => left - right)
  claimEqual(probabilities, sorted, 'probabilities')
  const accepted = verdicts.map((verdict) => Number(verdict.accepted))
  claimEqual(accepted, accepted.toSorted(), 'acceptances')
}

function judged(rule: AcceptancePolicy, { base, next, tasks, version, witnesses = 0 }: Situation): Verdict {
  const cards = Array.from({ length: witnesses }, (_, index) =>
    witnessOf(`w${index}`, true, { delta: 1, advantage: 2 }),
  )
  return rule.judge(contextOf({ base: [base, tasks - base], next: [next, tasks - next], version, cards }))
}
