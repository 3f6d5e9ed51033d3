import { fc, it as property } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { difficultyWeight, ucb } from './ucb.ts'

const rate = fc.double({ min: 0, max: 1, noNaN: true })

it('tries an untried arm before any other', () => {
  expect(ucb({ value: 0, trials: 0, total: 9 })).toBe(Number.POSITIVE_INFINITY)
  expect(ucb({ value: 0, trials: 0, total: 9, exploration: 0 })).toBe(Number.POSITIVE_INFINITY)
})

property.prop([rate, fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 2, max: 1000 })])(
  'falls with the trials of its arm and rises with the trials of the others',
  (value, trials, total) => {
    const score = ucb({ value, trials, total })
    expect(ucb({ value, trials: trials + 1, total })).toBeLessThan(score)
    expect(ucb({ value, trials, total: total + 1 })).toBeGreaterThan(score)
    expect(ucb({ value, trials, total, exploration: 0 })).toBe(value)
  },
)

it('counts fewer than two trials in total as two, so that the logarithm stays positive', () => {
  expect(ucb({ value: 0, trials: 1, total: 0 })).toBe(ucb({ value: 0, trials: 1, total: 2 }))
})

property.prop([rate])(
  'a task teaches most when half of the attempts pass, alike on either side',
  (passRate) => {
    expect(difficultyWeight(passRate)).toBeLessThanOrEqual(difficultyWeight(0.5))
    expect(difficultyWeight(passRate)).toBeCloseTo(difficultyWeight(1 - passRate), 12)
  },
)

it('clamps a pass rate outside [0, 1] and adds the floor', () => {
  expect(difficultyWeight(-3, 0.25)).toBe(0.25)
  expect(difficultyWeight(7, 0.25)).toBe(0.25)
  expect(difficultyWeight(0.5)).toBe(1)
})
