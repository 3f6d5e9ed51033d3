const LENGTH_BYTES = 8

/** Returns the parts one after the other, each behind its length as a big-endian 64-bit number. */
export function lengthPrefixed(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + LENGTH_BYTES + part.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, Math.floor(part.length / 0x1_0000_0000))
    view.setUint32(at + 4, part.length >>> 0)
    bytes.set(part, at + LENGTH_BYTES)
    at += LENGTH_BYTES + part.length
  }
  return bytes
}
