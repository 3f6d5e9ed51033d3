import { IntList } from './int-list.ts'
import type { Scratch } from '../scratch.ts'
import type { EndOfToken } from './tokens.ts'

/** A text cut into tokens, numbered so that equal numbers mean equal bytes. */
export interface TokenText {
  readonly bytes: Uint8Array
  /** Where each token starts, with the length of `bytes` as the last entry. */
  readonly starts: Int32Array
  readonly ids: Int32Array
}

/** A text that the next one likely resembles, and a byte that ends a token wherever it stands. */
export interface Guide {
  readonly text: TokenText
  readonly closingByte: number
}

/** How far behind an unexpected token the guide is searched for it. */
const LOOKAHEAD = 8

/** Unpredictable, so that nobody can write a text whose tokens all share one slot; no answer depends on it. */
const SEED = Math.floor(Math.random() * 0x1_0000_0000)

/** Cuts several texts into tokens with one numbering. */
export class Interner {
  readonly #scratch: Scratch
  /** The text that is being cut. */
  #text: Uint8Array = new Uint8Array()
  /** Per id, where its first token stands: its text, its place among the tokens there, its bytes; and its hash. */
  readonly #owners: Uint8Array[] = []
  readonly #places: IntList
  readonly #froms: IntList
  readonly #tos: IntList
  readonly #hashes: IntList
  /** Open addressing with linear probing: the id plus one, or 0 where free; at most half of it is taken. */
  #slots: Int32Array

  constructor(scratch: Scratch) {
    this.#scratch = scratch
    this.#places = new IntList(scratch, 32)
    this.#froms = new IntList(scratch, 32)
    this.#tos = new IntList(scratch, 32)
    this.#hashes = new IntList(scratch, 32)
    this.#slots = scratch.zeros(64)
  }

  get idCount(): number {
    return this.#owners.length
  }

  tokenise(bytes: Uint8Array, endOf: EndOfToken, guide?: Guide): TokenText {
    this.#text = bytes
    const starts = new IntList(this.#scratch, bytes.length / 32)
    const ids = new IntList(this.#scratch, bytes.length / 32)
    let expected = 0
    for (let from = 0; from < bytes.length; ) {
      starts.push(from)
      const shared = guide === undefined ? from : this.#endOfShared(guide, expected, from)
      if (shared > from) {
        ids.push(guide?.text.ids[expected] ?? 0)
        expected += 1
        from = shared
      } else {
        const to = endOf(bytes, from)
        const id = this.#idOf(from, to, ids.length)
        ids.push(id)
        from = to
        if (guide !== undefined) expected = this.#resume(guide.text, expected, id)
      }
    }
    starts.push(bytes.length)
    return { bytes, starts: starts.view(), ids: ids.view() }
  }

  /** Where the guide's token ends in the text, when the text has it at `from`; else `from`. */
  #endOfShared({ text: { bytes, starts }, closingByte }: Guide, token: number, from: number): number {
    const start = starts[token] ?? 0
    const end = starts[token + 1] ?? start
    const to = from + end - start
    if (to > this.#text.length || bytes[end - 1] !== closingByte) return from
    for (let at = start; at < end; at += 1)
      if ((bytes[at] ?? 0) !== (this.#text[at - start + from] ?? 0)) return from
    return to
  }

  /** Where the guide goes on after an unexpected token: behind the token where it holds it, else as before. */
  #resume({ ids }: TokenText, expected: number, id: number): number {
    for (let place = expected; place < expected + LOOKAHEAD; place += 1)
      if (ids[place] === id) return place + 1
    const first = this.#places.at(id)
    return ids[first] === id && first > expected ? first + 1 : expected
  }

  #idOf(from: number, to: number, place: number): number {
    const hash = hashOf(this.#text, from, to)
    const mask = this.#slots.length - 1
    let slot = hash & mask
    let id = (this.#slots[slot] ?? 0) - 1
    while (id >= 0 && !(this.#hashes.at(id) === hash && this.#isFirst(id, from, to))) {
      slot = (slot + 1) & mask
      id = (this.#slots[slot] ?? 0) - 1
    }
    if (id >= 0) return id
    this.#slots[slot] = this.#owners.push(this.#text)
    this.#places.push(place)
    this.#froms.push(from)
    this.#tos.push(to)
    this.#hashes.push(hash)
    if (this.#owners.length * 2 > this.#slots.length) this.#grow()
    return this.#owners.length - 1
  }

  #isFirst(id: number, from: number, to: number): boolean {
    const owner = this.#owners[id] ?? this.#text
    const shift = this.#froms.at(id) - from
    if (this.#tos.at(id) - shift !== to) return false
    for (let at = from; at < to; at += 1) if ((this.#text[at] ?? 0) !== (owner[at + shift] ?? 0)) return false
    return true
  }

  #grow(): void {
    const slots = this.#scratch.zeros(this.#slots.length * 4)
    const mask = slots.length - 1
    for (let id = 0; id < this.#owners.length; id += 1) {
      let slot = this.#hashes.at(id) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
    this.#slots = slots
  }
}

/** FNV-1a from a seed, with its upper bits folded into the lower ones, which choose the slot. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = SEED | 0
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return hash ^ (hash >>> 15)
}
