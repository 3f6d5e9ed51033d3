import { mergeKernel } from './merge-kernel.ts'

const encoder = new TextEncoder()
/** Two hex digits per byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Returns SHA-256 over the parts, each behind its length, so that parts never run together. */
export function digest(parts: readonly Uint8Array[]): Uint8Array {
  return mergeKernel.digest(parts)
}

/** Returns the digest of the texts as 64 hex digits; names what is stored or compared across runs. */
export function contentDigest(...texts: readonly string[]): string {
  return hexOf(digest(texts.map((text) => encoder.encode(text))))
}

export function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte] ?? ''
  return hex
}
