import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { stateOf } from '../model/artifact.ts'
import { stateDigestOf } from './state-digest.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 6 })
const entries = fc.uniqueArray(fc.tuple(text, text), { selector: ([key]) => key })

test.prop([entries, entries])('names two states alike exactly when they hold the same', (left, right) => {
  const alike = JSON.stringify([...stateOf(left)]) === JSON.stringify([...stateOf(right)])
  expect(stateDigestOf(stateOf(left)) === stateDigestOf(stateOf(right))).toBe(alike)
})

test.prop([fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.option(text)), { maxLength: 30 })])(
  'does not depend on the edits that led to the state',
  (edits) => {
    const edited = edits.reduce((state, [key, value]) => state.with(key, value), stateOf([]))
    expect(stateDigestOf(edited)).toBe(stateDigestOf(stateOf([...edited].toReversed())))
  },
)

test('tells a key from a value and a missing value from an empty one', () => {
  const states = [[['a', 'b']], [['b', 'a']], [['a', '']], [['', 'a']], [['ab', '']], []] as const
  expect(new Set(states.map((state) => stateDigestOf(stateOf(state)))).size).toBe(states.length)
})

test('follows an edit of a large state, and its being taken back', () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => `key ${index}`)
  const state = stateOf(keys.map((key) => [key, `value of ${key}`] as const))
  const whole = stateDigestOf(state)
  const edited = state.with('key 1', 'new')
  expect(stateDigestOf(edited)).toBe(stateDigestOf(stateOf([...edited].toReversed())))
  expect(stateDigestOf(edited)).not.toBe(whole)
  expect(stateDigestOf(edited.with('key 1', 'value of key 1'))).toBe(whole)
})
