import type { Verdict } from '../../model/candidate.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { stateDigest } from '../../model/ids.ts'
import { type Measurement, tallyOf } from '../../model/measurement.ts'
import { applyDiff } from '../../model/artifact.ts'
import type { AcceptanceContext, AcceptancePolicy } from '../../policies/acceptance/acceptance.ts'
import type { Check } from '../check.ts'
import { claimEqual } from '../claims.ts'
import { artifactOf, cardOf } from '../evidence-fixtures.ts'
import { policyChecks } from './policy-checks.ts'

/** Successes of the base and of the candidate, each out of `tasks`. */
interface Scores {
  readonly base: number
  readonly next: number
  readonly tasks: number
}

const SIZES: readonly number[] = [1, 4, 10, 40]
const VERSIONS: readonly number[] = [1, 2, 16, 200, 1000]

/** Returns every claim that an acceptance rule must meet. */
export function acceptanceContract(): readonly Check<AcceptancePolicy>[] {
  return [
    ...policyChecks<AcceptancePolicy>((rule, step) =>
      judged(rule, { base: 3, next: step % 10, tasks: 10 }, step),
    ),
    {
      name: 'never accepts a measured regression, whatever the cards say',
      run: (make) => {
        for (const tasks of SIZES)
          for (const version of VERSIONS) {
            const rule = make()
            const context = contextOf({ base: tasks, next: tasks - 1, tasks }, version, praise(40))
            claimEqual(rule.judge(context).accepted, false, `${tasks} tasks at version ${version}`)
          }
      },
    },
    {
      name: 'never accepts a tie without other evidence',
      run: (make) => {
        for (const tasks of [0, ...SIZES])
          for (const version of [0, ...VERSIONS]) {
            const half = Math.floor(tasks / 2)
            const { accepted } = judged(make(), { base: half, next: half, tasks }, version)
            claimEqual(accepted, false, `${half} of ${tasks} on both sides at version ${version}`)
          }
      },
    },
    {
      name: 'accepts a gain that leaves no doubt',
      run: (make) =>
        claimEqual(judged(make(), { base: 0, next: 40, tasks: 40 }, 1).accepted, true, 'from 0 to 40 of 40'),
    },
    { name: 'reports the measured gain and figures in range', run: checkFigures },
    { name: 'does not think less of a candidate that solves more', run: checkMonotony },
  ]
}

function checkFigures(make: () => AcceptancePolicy): void {
  for (const tasks of SIZES)
    for (let next = 0; next <= tasks; next += Math.max(1, tasks / 4)) {
      const base = Math.floor(tasks / 2)
      const verdict = judged(make(), { base, next, tasks }, 3)
      const { probability, threshold, gain } = verdict
      claimEqual(Math.abs(gain - (next - base) / tasks) < 1e-9, true, `the gain ${gain}`)
      claimEqual(probability >= 0 && probability <= 1, true, `the probability ${probability}`)
      claimEqual(threshold >= 0 && threshold <= 1, true, `the threshold ${threshold}`)
      if (verdict.accepted) claimEqual(probability > threshold, true, 'accepted above the threshold')
      else claimEqual(verdict.detail.trim() === '', false, 'a blank detail')
    }
}

function checkMonotony(make: () => AcceptancePolicy): void {
  const verdicts = Array.from({ length: 21 }, (_, next) => judged(make(), { base: 10, next, tasks: 20 }, 8))
  const probabilities = verdicts.map(({ probability }) => probability)
  claimEqual(
    probabilities,
    probabilities.toSorted((left, right) => left - right),
    'probabilities',
  )
  const accepted = verdicts.map((verdict) => Number(verdict.accepted))
  claimEqual(accepted, accepted.toSorted(), 'acceptances')
}

function judged(rule: AcceptancePolicy, scores: Scores, version: number): Verdict {
  return rule.judge(contextOf(scores, version, []))
}

/** Returns cards for the diff under judgement, each measured to gain everything on a task of its own. */
function praise(count: number): readonly EvidenceCard[] {
  return Array.from({ length: count }, (_, index) =>
    cardOf(`p${index}`, [['text', 'new']], { delta: 1, advantage: 2 }),
  )
}

function contextOf(
  { base: solved, next: solvedNext, tasks }: Scores,
  version: number,
  cards: readonly EvidenceCard[],
): AcceptanceContext {
  const base = { ...artifactOf([['text', 'old']]), version }
  const { diff } = cardOf('candidate', [['text', 'new']])
  const [baseRows, nextRows] = [rowsOf('base', solved, tasks), rowsOf('next', solvedNext, tasks)]
  const [baseEstimate, nextEstimate] = [solved / Math.max(1, tasks), solvedNext / Math.max(1, tasks)]
  const measured = { baseRows, nextRows, baseEstimate, nextEstimate }
  return {
    candidate: { base, next: applyDiff(base, diff), diff, cards, members: [], fused: false, ...measured },
    base: tallyOf(baseRows),
    next: tallyOf(nextRows),
    prior: { successes: 0, failures: 0 },
    version,
    stableDistance: 0,
  }
}

function rowsOf(candidate: string, solved: number, tasks: number): readonly Measurement[] {
  return Array.from({ length: tasks }, (_, index) => ({
    candidate: stateDigest(candidate),
    task: `t${index}`,
    trial: 0,
    reward: Math.min(1, Math.max(0, solved - index)),
    metrics: {},
    ms: 0,
    evaluator: 'exact',
  }))
}
