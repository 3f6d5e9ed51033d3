import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { keyPattern } from './key-pattern.ts'

const path = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '[', ']', '-', '\\', 'é') }), { maxLength: 4 })
  .map((parts) => parts.join('/'))
const pattern = fc.string({
  unit: fc.constantFrom('a', 'b', '/', '*', '?', '.', '[', ']', '-', '!', '+', '('),
  maxLength: 12,
})

test.prop([path.filter((each) => each !== '' && !each.includes('[') && !each.endsWith('/'))])(
  'a plain path matches itself and what is below, and nothing that only starts alike',
  (key) => {
    const matches = keyPattern(key)
    expect([key, `${key}/x`, `${key}x`, `x${key}`].map(matches)).toEqual([true, true, false, false])
  },
)

test.prop([path])('** matches every key', (key) => {
  expect(keyPattern('**')(key)).toBe(true)
})

test.prop([pattern, path])('agrees with a regular expression made for the pattern', (given, key) => {
  fc.pre(!given.includes('[') && given !== '')
  expect(keyPattern(given)(key)).toBe(expressionOf(given).test(key))
})

test('comes to an end on a pattern that would send a regular expression astray', () => {
  const matches = keyPattern('**a'.repeat(40))
  expect(matches('a'.repeat(39))).toBe(false)
  expect(matches(`${'a'.repeat(2000)}b`)).toBe(false)
})

test.each([
  ['a[bc]d', ['abd', 'acd'], ['ad', 'a/d', 'a[bc]d']],
  ['[a-c]', ['a', 'b', 'c'], ['d', '-', 'A']],
  ['[!a-c]', ['d', '-'], ['a', 'c', '/']],
  ['[]]x', [']x'], ['x', '[]x']],
  ['a[b', ['a[b', 'a[b/below'], ['ab']],
  ['*[-]*', ['a-b', '-'], ['ab', 'a/-']],
])('the set in %j stands for one character', (given, inside, outside) => {
  expect(inside.map(keyPattern(given))).toEqual(inside.map(() => true))
  expect(outside.map(keyPattern(given))).toEqual(outside.map(() => false))
})

/** An independent reading of the rules, good enough for short texts. */
function expressionOf(given: string): RegExp {
  const isPlain = !/[*?]/.test(given)
  const plain = isPlain ? given.replace(/\/+$/, '') : given
  const source = plain.replace(/\*\*\/|\*\*|\*|\?|[\\.+()\-!\]]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    return token === '?' ? '[^/]' : `\\${token}`
  })
  return new RegExp(`^(?:${source})${isPlain ? '(?:/.*)?' : ''}$`, 's')
}
