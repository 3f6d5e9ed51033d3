import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { charactersIn } from './text-length.ts'

test.prop([fc.string({ unit: 'binary' })])('counts code points', (text) => {
  expect(charactersIn(text)).toBe([...text].length)
})

test('counts half a pair as a character of its own', () => {
  expect([charactersIn('\uD83C'), charactersIn('\uDF0D\uD83C'), charactersIn('\uD83C\uD83C\uDF0D')]).toEqual([
    1, 2, 2,
  ])
})
