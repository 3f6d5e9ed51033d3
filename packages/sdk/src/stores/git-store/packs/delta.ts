/** A stretch of the base that the target repeats, or bytes of the target's own. */
type Part = { readonly from: number; readonly length: number } | { readonly own: Buffer }

/** One copy names at most this many bytes. */
const COPY_LIMIT = 0xffff

const INSERT_LIMIT = 127

/** Returns the delta, in git's form, that puts what lies between a common beginning and a common end in its place. */
export function deltaOfMiddle(base: Buffer, target: Buffer): Buffer {
  const { start, end } = commonEnds(base, target)
  return Buffer.concat([
    varint(base.length),
    varint(target.length),
    ...copies({ from: 0, length: start }),
    ...inserts(target.subarray(start, target.length - end)),
    ...copies({ from: base.length - end, length: end }),
  ])
}

/** Compared at once, before bytes are looked at one by one. */
const STRIDE = 256

/** Returns how many bytes the two begin with in common, and how many of the rest they end with. */
export function commonEnds(left: Buffer, right: Buffer): { readonly start: number; readonly end: number } {
  const shorter = Math.min(left.length, right.length)
  const isEqual = (at: number, other: number): boolean =>
    left.compare(right, other, other + STRIDE, at, at + STRIDE) === 0
  let start = 0
  while (start + STRIDE <= shorter && isEqual(start, start)) start += STRIDE
  while (start < shorter && left[start] === right[start]) start++
  const [leftEnd, rightEnd, most] = [left.length, right.length, shorter - start]
  let end = 0
  while (end + STRIDE <= most && isEqual(leftEnd - end - STRIDE, rightEnd - end - STRIDE)) end += STRIDE
  while (end < most && left[leftEnd - 1 - end] === right[rightEnd - 1 - end]) end++
  return { start, end }
}

/**
 * Returns the delta, in git's form, that makes the target of the base. Both are given in pieces, the lines of a text or the
 * entries of a tree; a piece that the base has is copied, any other is written out.
 */
export function deltaBetween(base: readonly Buffer[], target: readonly Buffer[]): Buffer {
  const parts = partsOf(base, target)
  const sizes = [base, target].map((pieces) => varint(pieces.reduce((sum, { length }) => sum + length, 0)))
  return Buffer.concat([
    ...sizes,
    ...parts.flatMap((part) => ('own' in part ? inserts(part.own) : copies(part))),
  ])
}

/** Returns what a delta makes of its base. @throws RangeError for a delta that is none of this base */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const baseSize = varintAt(delta, 0)
  const targetSize = varintAt(delta, baseSize.end)
  let at = targetSize.end
  const parts: Buffer[] = []
  while (at < delta.length) {
    const mark = delta[at++] ?? 0
    if (mark < 128) parts.push(delta.subarray(at, (at += mark)))
    else {
      const bytes = Array.from({ length: 7 }, (_, bit) => ((mark >> bit) & 1 ? (delta[at++] ?? 0) : 0))
      const [from, length] = [numberOf(bytes.slice(0, 4)), numberOf(bytes.slice(4)) || 0x10000]
      parts.push(base.subarray(from, from + length))
    }
  }
  const target = Buffer.concat(parts)
  if (base.length === baseSize.value && target.length === targetSize.value) return target
  throw new RangeError('A delta does not fit its base.')
}

/** Returns a text's lines, with their ends. */
export function linesOf(text: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(10, start)
    lines.push(text.subarray(start, end < 0 ? text.length : end + 1))
    start = end < 0 ? text.length : end + 1
  }
  return lines
}

/** Returns a tree's entries as their bytes; of a part of it, those that reach into the part. */
export function treePiecesOf(tree: Buffer, from = 0, to: number = tree.length): readonly Buffer[] {
  const entries: Buffer[] = []
  for (let start = 0; start < to; ) {
    const end = tree.indexOf(0, start) + 21
    if (end > from) entries.push(tree.subarray(start, end))
    start = end
  }
  return entries
}

/** Returns a number as git writes sizes: seven bits a byte, the lowest first. */
export function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}

function partsOf(base: readonly Buffer[], target: readonly Buffer[]): readonly Part[] {
  const places = new Map<string, number>()
  let offset = 0
  for (const piece of base) {
    places.set(piece.toString('latin1'), offset)
    offset += piece.length
  }
  const parts: Part[] = []
  for (const piece of target) {
    const from = places.get(piece.toString('latin1'))
    const last = parts.at(-1)
    if (from === undefined) parts.push({ own: piece })
    else if (last !== undefined && 'from' in last && last.from + last.length === from)
      parts[parts.length - 1] = { from: last.from, length: last.length + piece.length }
    else parts.push({ from, length: piece.length })
  }
  return parts
}

function copies({ from, length }: { readonly from: number; readonly length: number }): Buffer[] {
  const made: Buffer[] = []
  for (let done = 0; done < length; done += COPY_LIMIT)
    made.push(copy(from + done, Math.min(COPY_LIMIT, length - done)))
  return made
}

/** A copy's first byte tells which bytes of offset and size follow; the others are zero. */
function copy(from: number, length: number): Buffer {
  const bytes = [from & 255, (from >>> 8) & 255, (from >>> 16) & 255, from >>> 24, length & 255, length >>> 8]
  const mark = bytes.reduce((bits, byte, index) => (byte === 0 ? bits : bits | (1 << index)), 128)
  return Buffer.from([mark, ...bytes.filter((byte) => byte !== 0)])
}

function inserts(own: Buffer): Buffer[] {
  const made: Buffer[] = []
  for (let start = 0; start < own.length; start += INSERT_LIMIT) {
    const part = own.subarray(start, start + INSERT_LIMIT)
    made.push(Buffer.from([part.length]), part)
  }
  return made
}

function varintAt(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let [value, factor, end] = [0, 1, start]
  for (let byte = 128; byte > 127; factor *= 128) {
    byte = bytes[end++] ?? 0
    value += (byte & 127) * factor
  }
  return { value, end }
}

function numberOf(bytes: readonly number[]): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)
}
