import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Measurement } from '../model/measurement.ts'
import { stateDigest } from '../model/ids.ts'
import { pairedComparison } from './paired-comparison.ts'

describe('paired comparison', () => {
  test.prop([fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 1 })))])(
    'counts every task once',
    (pairs) => {
      const { better, worse, same } = compared(pairs)
      expect({ better, worse, same }).toEqual({
        better: pairs.filter(([base, next]) => next > base).length,
        worse: pairs.filter(([base, next]) => next < base).length,
        same: pairs.filter(([base, next]) => next === base).length,
      })
    },
  )

  test.prop([fc.nat({ max: 8 }), fc.nat({ max: 8 })])(
    'equals the share of all assignments of signs that are at least as uneven',
    (better, worse) => {
      expect(comparedCounts(better, worse).pValue).toBeCloseTo(enumerated(better, worse), 12)
    },
  )

  test.prop([fc.nat({ max: 3000 }), fc.nat({ max: 3000 })], { numRuns: 10 })(
    'stays a probability, and the same whichever side is better, for thousands of tasks',
    (better, worse) => {
      const { pValue } = comparedCounts(better, worse)
      expect(pValue).toBeGreaterThanOrEqual(0)
      expect(pValue).toBeLessThanOrEqual(1)
      expect(comparedCounts(worse, better).pValue).toBe(pValue)
    },
  )

  test('takes several trials of one task as one, and leaves out tasks measured once', () => {
    const before = [row('a', 0, 0), row('a', 1, 1), row('b', 0, 1)]
    const after = [row('a', 0, 1), row('a', 1, 1), row('c', 0, 1)]
    expect(pairedComparison(before, after)).toEqual({ better: 1, worse: 0, same: 0, pValue: 1 })
  })
})

function compared(pairs: readonly (readonly [number, number])[]): ReturnType<typeof pairedComparison> {
  return pairedComparison(
    pairs.map(([reward], index) => row(String(index), 0, reward)),
    pairs.map(([, reward], index) => row(String(index), 0, reward)),
  )
}

function comparedCounts(better: number, worse: number): ReturnType<typeof pairedComparison> {
  const ups = Array.from({ length: better }, () => [0, 1] as const)
  const downs = Array.from({ length: worse }, () => [1, 0] as const)
  return compared([...ups, ...downs])
}

function enumerated(better: number, worse: number): number {
  const changed = better + worse
  let uneven = 0
  for (let signs = 0; signs < 2 ** changed; signs++) {
    const ups = signs.toString(2).replaceAll('0', '').length
    if (Math.min(ups, changed - ups) <= Math.min(better, worse)) uneven++
  }
  return uneven / 2 ** changed
}

function row(task: string, trial: number, reward: number): Measurement {
  return { candidate: stateDigest('x'), task, trial, reward, metrics: {}, ms: 0, evaluator: 'test' }
}
