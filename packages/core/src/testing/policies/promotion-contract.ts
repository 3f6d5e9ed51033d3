import { type ArtifactId, artifactId, diffId } from '../../model/ids.ts'
import type { MergeOutcome, MergeReport } from '../../model/report.ts'
import type { PromotionPolicy } from '../../policies/promotion/promotion.ts'
import type { Check } from '../check.ts'
import { claimEqual } from '../claims.ts'
import { policyChecks } from './policy-checks.ts'

type Outcome = Extract<MergeOutcome, 'committed' | 'oracle-rejected' | 'all-stale'>

const [a, b] = [artifactId('a'), artifactId('b')]
/** Rounds after which every head that was left in peace has been promoted. */
const PATIENCE = 500

/** Returns every claim that a promotion rule must meet. */
export function promotionContract(): readonly Check<PromotionPolicy>[] {
  return [
    ...policyChecks<PromotionPolicy>((rule, step) => {
      const reports = step % 7 === 3 ? [reportOf(a, 'committed')] : [reportOf(b, 'all-stale')]
      return rule.observe(reports, [a, b])
    }),
    {
      name: 'promotes only artifacts it knows, each once a round',
      run: (make) => {
        const rule = make()
        for (let round = 0; round < PATIENCE; round++) {
          const promoted = rule.observe([], [a])
          claimEqual(promoted.length <= 1, true, `${promoted.length} promotions of one artifact`)
          claimEqual(promoted.filter((id) => id !== a).length, 0, 'promotions of others')
        }
      },
    },
    {
      name: 'promotes a head that is left in peace',
      run: (make) => claimEqual(roundsUntilPromoted(make(), a) < PATIENCE, true, 'promoted at last'),
    },
    {
      name: 'never promotes in the round of a commit or a veto',
      run: (make) => {
        for (const outcome of ['committed', 'oracle-rejected'] as const)
          for (let quiet = 0; quiet < 12; quiet++) {
            const rule = make()
            for (let round = 0; round < quiet; round++) rule.observe([], [a])
            claimEqual(
              rule.observe([reportOf(a, outcome)], [a]),
              [],
              `${quiet} quiet rounds, then ${outcome}`,
            )
          }
      },
    },
    {
      name: 'makes a new head wait as long as the first one',
      run: (make) => {
        const wait = roundsUntilPromoted(make(), a)
        const rule = make()
        for (let round = 0; round < wait - 1; round++) rule.observe([], [a])
        rule.observe([reportOf(a, 'committed')], [a])
        claimEqual(roundsUntilPromoted(rule, a), wait, 'rounds after the commit')
      },
    },
    {
      name: 'keeps one artifact’s clock apart from another’s',
      run: (make) => {
        const [alone, beside] = [make(), make()]
        for (let round = 0; round < 40; round++) {
          const own = round % 9 === 4 ? [reportOf(a, 'committed')] : []
          const expected = alone.observe(own, [a]).includes(a)
          const actual = beside.observe([...own, reportOf(b, 'committed')], [a, b]).includes(a)
          claimEqual(actual, expected, `promotion of a in round ${round}`)
        }
      },
    },
  ]
}

function roundsUntilPromoted(rule: PromotionPolicy, id: ArtifactId): number {
  for (let round = 1; round < PATIENCE; round++) if (rule.observe([], [id]).includes(id)) return round
  return PATIENCE
}

function reportOf(artifact: ArtifactId, outcome: Outcome): MergeReport {
  const counts = { considered: 1, survived: 1, stale: 0, oversized: 0, screened: 0, conflicts: 0 }
  const diff = diffId('d')
  switch (outcome) {
    case 'committed': {
      const verdict = { accepted: true, probability: 0.9, threshold: 0.6, gain: 0.2 } as const
      return { artifact, counts, outcome, diff, version: 2, fused: false, members: [], verdict }
    }
    case 'oracle-rejected':
      return { artifact, counts, outcome, diff, fused: false, members: [], gain: 0, reason: 'No gain.' }
    case 'all-stale':
      return { artifact, counts, outcome }
  }
  return outcome satisfies never
}
