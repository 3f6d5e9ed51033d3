import assert from 'node:assert/strict'
import type { KernelCheck } from './kernel-contract.ts'
import { readCases } from './read-fixture.ts'

interface HashCase {
  readonly name: string
  readonly hex: string
  readonly expected: string
}

interface DigestCase {
  readonly name: string
  readonly parts: readonly string[]
  readonly expected: string
}

/** What a kernel's `stableHash` and `digest` must do. */
export function hashChecks(): KernelCheck[] {
  return [
    ...readCases<HashCase>('stable-hash.json').map(
      ({ name, hex, expected }): KernelCheck => ({
        name: `hashes ${name}`,
        run: (kernel) =>
          assert.equal(kernel.stableHash(bytesOf(hex)).toString(16).padStart(16, '0'), expected),
      }),
    ),
    ...readCases<DigestCase>('digest.json').map(
      ({ name, parts, expected }): KernelCheck => ({
        name: `digests ${name}`,
        run: (kernel) => assert.equal(hexOf(kernel.digest(parts.map(bytesOf))), expected),
      }),
    ),
    {
      name: 'hashes and digests what a view shows, not the buffer behind it',
      run: (kernel) => {
        const buffer = new Uint8Array(300).map((_, index) => index)
        for (const length of [0, 3, 7, 31, 64, 200]) {
          const view = buffer.subarray(5, 5 + length)
          const copy = Uint8Array.from(view)
          assert.equal(kernel.stableHash(view), kernel.stableHash(copy))
          assert.equal(hexOf(kernel.digest([view])), hexOf(kernel.digest([copy])))
        }
      },
    },
    {
      name: 'leaves what it hashes as it was',
      run: (kernel) => {
        const bytes = new Uint8Array(100).fill(7)
        kernel.stableHash(bytes)
        kernel.digest([bytes])
        assert.deepEqual(bytes, new Uint8Array(100).fill(7))
      },
    },
  ]
}

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'))
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
