import { expect, test } from 'vitest'
import { artifactId } from '../../model/ids.ts'
import { survival } from './survival.ts'

const [a, b] = [artifactId('a'), artifactId('b')]

test('promotes in the third quiet round, and again three rounds later', () => {
  const rule = survival()
  const promoted = Array.from({ length: 6 }, () => rule.observe([], [a]).length)
  expect(promoted).toEqual([0, 0, 1, 0, 0, 1])
})

test('one round is enough when one is asked for', () => {
  expect(survival({ rounds: 1 }).observe([], [a])).toEqual([a])
})

test('promotes several artifacts of one round in the order of their ids', () => {
  expect(survival({ rounds: 1 }).observe([], [b, a])).toEqual([a, b])
})

test('a clock goes on in another instance', () => {
  const [first, second] = [survival(), survival()]
  first.observe([], [a])
  first.observe([], [a, b])
  second.restore?.(JSON.parse(JSON.stringify(first.state?.())))
  expect([second.observe([], [a, b]), second.observe([], [a, b])]).toEqual([[a], [b]])
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s rounds', (rounds) => {
  expect(() => survival({ rounds })).toThrow(
    expect.objectContaining({ code: 'bad-setting', argument: 'survival.rounds' }),
  )
})
