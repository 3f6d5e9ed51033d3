import { inflateSync } from 'node:zlib'
import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deflated, inflated } from './deflate.ts'

property.prop([fc.uint8Array({ maxLength: 3_000, size: 'max' }), fc.constantFrom(0, 1, 6)])(
  'zlib inflates what was deflated, however short',
  (bytes, level) => {
    expect(inflateSync(deflated(bytes, level)).equals(bytes)).toBe(true)
    expect(inflated(deflated(bytes, level))?.equals(bytes)).toBe(true)
  },
)

test.each([0, 1, 100, 3_800, 3_801, 65_535, 65_536, 200_000])(
  '%i bytes that are all the largest have the checksum that zlib computes',
  (length) => {
    const bytes = new Uint8Array(length).fill(255)
    for (const level of [0, 6]) expect(inflateSync(deflated(bytes, level)).equals(bytes)).toBe(true)
  },
)

test('what is damaged is not inflated', () => {
  const stream = deflated(Buffer.from('a text'), 1)
  expect(inflated(stream.subarray(0, -1))).toBeUndefined()
  stream[8] = 0
  expect(inflated(stream)).toBeUndefined()
})
