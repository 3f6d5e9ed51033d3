import { expect, test } from 'vitest'
import { contentDigest } from './digest.ts'

test('keeps parts apart that would run together', () => {
  expect(contentDigest('ab', 'c')).not.toBe(contentDigest('a', 'bc'))
  expect(contentDigest('a', '')).not.toBe(contentDigest('a'))
  expect(contentDigest('é')).toMatch(/^[0-9a-f]{64}$/)
})
