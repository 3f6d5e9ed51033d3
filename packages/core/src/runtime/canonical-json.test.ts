import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the order in which keys were added leaves no trace, the order of a list does', () => {
  expect(canonicalJson({ b: [2, 1], a: { d: null, c: 'x' } })).toBe('{"a":{"c":"x","d":null},"b":[2,1]}')
  expect(canonicalJson({ a: { c: 'x', d: null }, b: [2, 1] })).toBe('{"a":{"c":"x","d":null},"b":[2,1]}')
})

test('reads back as what was written, whatever the keys and texts hold', () => {
  const value = JSON.parse('{"__proto__":{"\\"":"line\\nbreak"},"10":true,"9":1.5e-7}')
  expect(JSON.parse(canonicalJson(value))).toEqual(value)
})
