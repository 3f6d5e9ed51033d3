import { deflateSync, inflateSync } from 'node:zlib'

/** For so few bytes the usual window and tables would take longer to set up than to use. */
const SMALL_BYTES = 2_048
const SMALL = { windowBits: 12, memLevel: 5, chunkSize: 2_048 }

/** No object of a ledger is larger; a file that claims to be is damaged. */
const OBJECT_LIMIT = 1 << 28

/** So few bytes hardly shrink, and setting up a stream for them would take most of a commit's time. */
const TINY_BYTES = 100

/** A block without compression holds no more. */
const STORED_LIMIT = 0xffff

/** Returns the bytes as a stream that zlib inflates; level 0 leaves them as they are. */
export function deflated(bytes: Uint8Array, level: number): Buffer {
  if (bytes.length <= (level === 0 ? STORED_LIMIT : TINY_BYTES)) return stored(bytes)
  return deflateSync(bytes, bytes.length < SMALL_BYTES ? { ...SMALL, level } : { level })
}

/** Returns what was deflated; undefined when the bytes are damaged, or of more than any object has. */
export function inflated(bytes: Uint8Array): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: OBJECT_LIMIT })
  } catch {
    return undefined
  }
}

/** One block without compression, as RFC 1950 and 1951 have it: header, length, its complement, the bytes, their checksum. */
function stored(bytes: Uint8Array): Buffer {
  const stream = Buffer.allocUnsafe(bytes.length + 11)
  stream.writeUInt16BE(0x7801, 0)
  stream[2] = 1
  stream.writeUInt16LE(bytes.length, 3)
  stream.writeUInt16LE(bytes.length ^ 0xffff, 5)
  stream.set(bytes, 7)
  stream.writeUInt32BE(adler32(bytes), bytes.length + 7)
  return stream
}

/** So many of the largest bytes keep both sums below 2^31. */
const ADLER_STRIDE = 3_800

function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0]
  for (let start = 0; start < bytes.length; start += ADLER_STRIDE) {
    const end = Math.min(start + ADLER_STRIDE, bytes.length)
    for (let index = start; index < end; index++) {
      low += bytes[index] ?? 0
      high += low
    }
    low %= 65_521
    high %= 65_521
  }
  return high * 65_536 + low
}
