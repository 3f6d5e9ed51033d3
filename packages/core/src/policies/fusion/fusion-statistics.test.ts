import { expect, test } from 'vitest'
import { describeFusions } from './describe-fusions.ts'
import { fusionStatistics } from './fusion-statistics.ts'
import type { FusionTrial } from './fusion.ts'

const won: FusionTrial = {
  candidates: 2,
  ranked: true,
  winner: 'fused',
  rung: 'union',
  baseline: 0.2,
  bestSingle: 0.4,
  fusedScore: 0.5,
}

test('without a contest there is no rate and no mean, rather than zero', () => {
  const plain: FusionTrial = { candidates: 2, ranked: false, winner: 'fused', rung: 'union' }
  expect(fusionStatistics([plain])).toMatchObject({
    unranked: 1,
    fusedWins: 0,
    winRate: undefined,
    meanGain: undefined,
    worstLoss: undefined,
  })
})

test('a tie is no loss', () => {
  const tied: FusionTrial = { ...won, winner: 'single', fusedScore: 0.4 }
  expect(fusionStatistics([won, tied])).toMatchObject({ ties: 1, negative: 0, winRate: 0.5 })
})

test('every rung is counted, and those that join edits are free of model calls', () => {
  const rungs = [
    'single',
    'union',
    'identical',
    'three-way',
    'union',
    'union',
    'three-way',
    'identical',
  ] as const
  const statistics = fusionStatistics(rungs.map((rung) => ({ ...won, rung })))
  expect(statistics.rungs).toEqual({ single: 1, identical: 2, union: 3, 'three-way': 2 })
  expect(statistics.withoutModelCalls).toBe(5)
})

test('the text names every bucket, the empty ones too', () => {
  const text = describeFusions(
    fusionStatistics([
      won,
      { candidates: 1, ranked: false, winner: 'single', rung: 'single', obstacle: 'single-candidate' },
    ]),
  )
  expect(text).toBe(
    [
      'fusions: 2 (contested 1, unranked 0)',
      'without a union: single-candidate 1, contradiction 0, nothing-to-fuse 0, synthesis-failed 0, refused-value 0',
      'rungs: single 1, identical 0, union 1, three-way 0; fused without a model call 1',
      'winners when ranked: union 1, single 0, neither 0',
      'union against the best single: win rate 1.000, mean gain 0.100, ties 0, negative 0 (mean none, worst none)',
      'union below the base: 0',
    ].join('\n'),
  )
})
