import { difficultyWeight, ucb } from '../../src/statistics/ucb.ts'

type Input =
  | { readonly fn: 'difficulty_weight'; readonly pass_rate: number; readonly floor: number }
  | {
      readonly fn: 'ucb'
      readonly value: number
      readonly n: number
      readonly total: number
      readonly c: number
    }

export function replay(input: Input): number | 'inf' {
  if (input.fn === 'difficulty_weight') return difficultyWeight(input.pass_rate, input.floor)
  const score = ucb({ value: input.value, trials: input.n, total: input.total, exploration: input.c })
  return score === Number.POSITIVE_INFINITY ? 'inf' : score
}
