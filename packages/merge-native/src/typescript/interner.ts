/** A text cut into tokens, numbered so that equal numbers mean equal bytes. */
export interface TokenText {
  readonly bytes: Uint8Array
  /** Where each token starts, with the length of `bytes` as the last entry. */
  readonly starts: Int32Array
  readonly ids: Int32Array
}

/** Where a token stands. */
interface Span {
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
}

/** Numbers the tokens of several texts with one numbering. */
export class Interner {
  readonly #firsts: Span[] = []
  /** Open addressing with linear probing: the id plus one, or 0 where free; the token's hash beside it. */
  readonly #slots: Int32Array
  readonly #hashes: Int32Array

  /** `tokens` is the number of tokens that will be numbered. */
  constructor(tokens: number) {
    let size = 16
    while (size < tokens * 2) size *= 2
    this.#slots = new Int32Array(size)
    this.#hashes = new Int32Array(size)
  }

  get idCount(): number {
    return this.#firsts.length
  }

  number(bytes: Uint8Array, starts: Int32Array): TokenText {
    const ids = new Int32Array(starts.length - 1)
    let from = 0
    for (let token = 0; token < ids.length; token += 1) {
      const to = starts[token + 1] ?? 0
      ids[token] = this.#idOf({ bytes, from, to })
      from = to
    }
    return { bytes, starts, ids }
  }

  #idOf(span: Span): number {
    const hash = hashOf(span)
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (this.#slots[slot] ?? 0) - 1
      const first = this.#firsts[id]
      if (first === undefined) {
        this.#hashes[slot] = hash
        this.#slots[slot] = this.#firsts.push(span)
        return this.#firsts.length - 1
      }
      if (this.#hashes[slot] === hash && areEqual(first, span)) return id
    }
  }
}

/** Unpredictable, so that nobody can write a text whose lines all share one slot; no answer depends on it. */
const SEED = Math.floor(Math.random() * 0x1_0000_0000)

/** FNV-1a from a seed, with its upper bits folded into the lower ones, which choose the slot. */
function hashOf({ bytes, from, to }: Span): number {
  let hash = SEED | 0
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return hash ^ (hash >>> 15)
}

function areEqual(left: Span, right: Span): boolean {
  const length = left.to - left.from
  if (length !== right.to - right.from) return false
  for (let offset = 0; offset < length; offset += 1)
    if (left.bytes[left.from + offset] !== right.bytes[right.from + offset]) return false
  return true
}
