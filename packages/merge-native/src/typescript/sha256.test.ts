import { createHash } from 'node:crypto'
import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { sha256 } from './sha256.ts'

test.prop([fc.uint8Array({ maxLength: 300 })])('hashes as the host does', (bytes) => {
  expect(hexOf(sha256(bytes))).toBe(hostHash(bytes))
})

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 100_000])(
  'hashes %i bytes as the host does',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => index % 251)
    expect(hexOf(sha256(bytes))).toBe(hostHash(bytes))
  },
)

test('hashes what a view shows and not the buffer behind it', () => {
  const bytes = Uint8Array.of(9, 1, 2, 9)
  expect(hexOf(sha256(bytes.subarray(1, 3)))).toBe(hostHash(Uint8Array.of(1, 2)))
})

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function hostHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
