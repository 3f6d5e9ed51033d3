import type { Tally } from '../../src/model/measurement.ts'
import { betaPosterior } from '../../src/policies/acceptance/beta-posterior.ts'
import { contextOf, type Counts, witnessOf } from '../../src/testing/acceptance-fixtures.ts'

interface Input {
  readonly base_counts: Counts
  readonly cand_counts: Counts
  readonly version: number
  readonly prior: Tally
  readonly base_delta: number
  readonly half_life: number
  readonly cards: readonly { readonly delta: number; readonly shares_a_key_with_the_diff: boolean }[]
}

export function replay(input: Input): unknown {
  const cards = input.cards.map(({ delta, shares_a_key_with_the_diff: shares }, index) =>
    witnessOf(`c${index}`, shares, { delta }),
  )
  const { base_counts: base, cand_counts: next, version, prior } = input
  const rule = betaPosterior({ baseDelta: input.base_delta, annealHalfLife: input.half_life })
  const verdict = rule.judge(contextOf({ base, next, version, prior, cards }))
  const regressed = !verdict.accepted && verdict.reason === 'regression'
  return {
    accept: verdict.accepted,
    category: verdict.accepted ? 'committed' : 'below-threshold',
    observed_delta: verdict.gain,
    p_improve: verdict.probability,
    threshold: verdict.threshold,
    regressed,
    refusal_reason: verdict.accepted ? null : regressed ? 'regression' : 'probability',
  }
}
