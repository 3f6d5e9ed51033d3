import { acceptanceByAdvantage } from '../../../src/policies/acceptance/acceptance-by-advantage.ts'
import { betaPosterior } from '../../../src/policies/acceptance/beta-posterior.ts'
import { contextOf, type Counts, witnessOf } from '../../../src/testing/acceptance-fixtures.ts'

interface Input {
  readonly base_counts: Counts
  readonly cand_counts: Counts
  readonly mean_advantage: number
  readonly strength: number
}

/** The recorded bound is rounded to six digits. */
const ROUNDING = 5e-7

/** "a good group advantage makes acceptance harder" */
export function replay({
  base_counts: base,
  cand_counts: next,
  mean_advantage: advantage,
  strength,
}: Input): (expected: { readonly p_with_at_least: number }) => string | undefined {
  const rule = acceptanceByAdvantage(betaPosterior(), { strength })
  const cards = [witnessOf('c', true, { advantage })]
  const { probability } = rule.judge(contextOf({ base, next, version: 1, cards }))
  return ({ p_with_at_least: bound }) =>
    probability >= bound - ROUNDING ? undefined : `the probability ${probability} is below ${bound}`
}
