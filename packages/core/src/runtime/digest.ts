import { sha256 } from './sha256.ts'

const encoder = new TextEncoder()
const LENGTH_BYTES = 8

/** Returns SHA-256 over the parts, each behind its length, so that parts never run together. */
export function digest(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + LENGTH_BYTES + part.length, 0))
  const view = new DataView(bytes.buffer)
  let offset = 0
  for (const part of parts) {
    view.setBigUint64(offset, BigInt(part.length))
    bytes.set(part, offset + LENGTH_BYTES)
    offset += LENGTH_BYTES + part.length
  }
  return sha256(bytes)
}

/** Returns the digest of the texts as 64 hex digits; names what is stored or compared across runs. */
export function contentDigest(...texts: readonly string[]): string {
  return hexOf(digest(texts.map((text) => encoder.encode(text))))
}

export function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex
}
