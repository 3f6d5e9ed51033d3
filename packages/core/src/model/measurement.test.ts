import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { rowOf } from '../../test/vectors/fixtures.ts'
import { type Measurement, meanReward, rateOf, tallyOf } from './measurement.ts'

const rewards = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 })

test.prop([rewards])('successes and failures add up to the rows, exactly', (given) => {
  const { successes, failures } = tallyOf(rowsOf(given))
  expect(successes + failures).toBe(given.length)
})

test.prop([rewards, rewards])('the mean of more reward is no smaller, to the last bit', (left, right) => {
  const sum = (given: readonly number[]): number => given.reduce((total, reward) => total + reward, 0)
  const [fewer, more] = [left, right]
    .map((given) => given.slice(0, Math.min(left.length, right.length)))
    .toSorted((one, other) => sum(one) - sum(other))
  expect(meanReward(rowsOf(fewer ?? []))).toBeLessThanOrEqual(meanReward(rowsOf(more ?? [])))
})

test('whole rewards count as they are, graded ones in part', () => {
  expect(tallyOf(rowsOf([1, 0, 1]))).toEqual({ successes: 2, failures: 1 })
  expect(tallyOf(rowsOf([0.25, 0.5]))).toEqual({ successes: 0.75, failures: 1.25 })
})

test('nothing measured has the rate 0, and no row', () => {
  expect([meanReward([]), rateOf(tallyOf([]))]).toEqual([0, 0])
})

function rowsOf(given: readonly number[]): readonly Measurement[] {
  return given.map((reward, index) => rowOf({ task: String(index), reward }))
}
