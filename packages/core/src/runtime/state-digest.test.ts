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

test('hashes only the path of an edit again', () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => `key ${index}`)
  const state = stateOf(keys.map((key) => [key, `value of ${key}`] as const))
  const whole = timed(() => stateDigestOf(state))
  const edits = [1, 2, 3, 4, 5].map((index) => state.with(`key ${index}`, 'new'))
  const fastest = Math.min(...edits.map((edited) => timed(() => stateDigestOf(edited)).ms))
  expect(fastest).toBeLessThan(whole.ms / 20)
  const [edited = state] = edits
  expect(stateDigestOf(edited)).not.toBe(whole.result)
  expect(stateDigestOf(edited.with('key 1', 'value of key 1'))).toBe(whole.result)
})

function timed<Result>(work: () => Result): { readonly result: Result; readonly ms: number } {
  const start = performance.now()
  const result = work()
  return { result, ms: performance.now() - start }
}
