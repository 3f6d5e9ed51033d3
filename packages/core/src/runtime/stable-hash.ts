import { mergeKernel } from './merge-kernel.ts'

const encoder = new TextEncoder()

/** Returns a 64-bit hash of the parts, the same in every process and on every platform; parts never run together. */
export function stableHash(parts: readonly string[]): bigint {
  return mergeKernel.stableHash(encoder.encode(parts.map((part) => `${part.length}:${part}`).join('')))
}

/** Returns `stableHash` as 16 hex digits. */
export function stableId(parts: readonly string[]): string {
  return stableHash(parts).toString(16).padStart(16, '0')
}
