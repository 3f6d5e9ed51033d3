import { Buffer, isAscii } from 'node:buffer'
import type { StringSides, TextSides } from './kernel.ts'
import { decodeText } from './string-merge.ts'

/** The most UTF-8 bytes that one UTF-16 code unit becomes. */
const MOST_BYTES_PER_UNIT = 3
/** Memory that is kept between merges, in bytes. */
const MOST_KEPT = 16 * 1024 * 1024

const encoder = new TextEncoder()
let memory = new Uint8Array(64 * 1024)

/** Returns the texts as UTF-8 that is valid until the next call, which uses the memory again. */
export function lentBytesOf({ base, ours, theirs }: StringSides): TextSides {
  const most = (base.length + ours.length + theirs.length) * MOST_BYTES_PER_UNIT
  const target = most <= memory.length ? memory : new Uint8Array(most)
  if (target.length <= MOST_KEPT) memory = target
  let from = 0
  const put = (text: string): Uint8Array => {
    const rest = target.subarray(from)
    const { written } = encoder.encodeInto(text, rest)
    from += written
    return rest.subarray(0, written)
  }
  return { base: put(base), ours: put(ours), theirs: put(theirs) }
}

/** Decodes a text as `decodeText` does; ASCII, which most are, by copying. */
export function decodeFast(text: Uint8Array): string {
  if (!isAscii(text)) return decodeText(text)
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('latin1')
}
