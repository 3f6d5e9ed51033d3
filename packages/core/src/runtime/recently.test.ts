import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recently } from './recently.ts'

test('the answer unused for longest is computed again, any other is not', () => {
  const computed: string[] = []
  const upper = recently(2, (key: string) => {
    computed.push(key)
    return key.toUpperCase()
  })
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(upper)).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
  expect(computed).toEqual(['a', 'b', 'c', 'b'])
})

test('an answer of undefined is remembered too', () => {
  let computed = 0
  const nothing = recently(1, () => void computed++)
  expect([nothing('a'), nothing('a'), computed]).toEqual([undefined, undefined, 1])
})

test('an error is thrown, and the next caller computes again', () => {
  let computed = 0
  const failing = recently(3, (key: string) => {
    computed++
    if (computed === 1) throw new Error('once')
    return key
  })
  expect(() => failing('a')).toThrow('once')
  expect(failing('a')).toBe('a')
})

property.prop([fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(8))])(
  'every answer is the one that computing it gives',
  (limit, keys) => {
    const squared = recently(limit, (key: number) => key * key)
    expect(keys.map(squared)).toEqual(keys.map((key) => key * key))
  },
)
