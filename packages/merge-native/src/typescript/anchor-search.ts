import type { AlignmentTask } from './alignment-task.ts'
import type { Box, Cut, Sequences } from './box.ts'
import type { Scratch } from '../scratch.ts'
import type { Work } from './work.ts'

/** Finds the tokens that each side of a box holds once, and of them the longest chain in the order of both sides. */
export class AnchorSearch {
  readonly #sequences: Sequences
  readonly #work: Work
  readonly #idCount: number
  #places: { readonly base: UniquePlaces; readonly side: UniquePlaces } | undefined

  constructor(sequences: Sequences, { idCount, work }: AlignmentTask) {
    this.#sequences = sequences
    this.#work = work
    this.#idCount = idCount
  }

  /** Returns the chain in order; it is empty when the sides of the box share no token that is unique in both. */
  search(box: Box): readonly Cut[] {
    const { budget, scratch } = this.#work
    budget.spend(box.baseEnd - box.baseStart + box.sideEnd - box.sideStart)
    this.#places ??= {
      base: new UniquePlaces(this.#idCount, scratch),
      side: new UniquePlaces(this.#idCount, scratch),
    }
    const { base, side } = this.#sequences
    this.#places.base.fill(base, box.baseStart, box.baseEnd)
    this.#places.side.fill(side, box.sideStart, box.sideEnd)
    const pairs: Cut[] = []
    for (let at = box.baseStart; at < box.baseEnd; at += 1) {
      const id = base[at] ?? 0
      const partner = this.#places.side.of(id)
      if (partner >= 0 && this.#places.base.of(id) === at) pairs.push({ base: at, side: partner })
    }
    return longestChain(pairs, scratch)
  }
}

/** Per id, where it stands in a range that holds it once; cheap to fill again. */
class UniquePlaces {
  readonly #places: Int32Array
  readonly #fillings: Int32Array
  #filling = 0

  constructor(idCount: number, scratch: Scratch) {
    this.#places = scratch.array(idCount)
    this.#fillings = scratch.zeros(idCount)
  }

  fill(ids: Int32Array, start: number, end: number): void {
    this.#filling += 1
    for (let at = start; at < end; at += 1) {
      const id = ids[at] ?? 0
      this.#places[id] = this.#fillings[id] === this.#filling ? -1 : at
      this.#fillings[id] = this.#filling
    }
  }

  /** The place of the id, or -1 when the range holds it never or more than once. */
  of(id: number): number {
    return this.#fillings[id] === this.#filling ? (this.#places[id] ?? -1) : -1
  }
}

/**
 * Returns a longest subsequence whose side positions rise. Patience: each pair, in order, goes on the leftmost pile
 * whose top is not before it, and remembers the top of the pile to its left; the chain is read from the last top.
 */
function longestChain(pairs: readonly Cut[], scratch: Scratch): Cut[] {
  const tops: number[] = []
  const previous = scratch.array(pairs.length)
  for (const [index, pair] of pairs.entries()) {
    let low = 0
    let high = tops.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tops[middle] ?? 0]?.side ?? 0) < pair.side) low = middle + 1
      else high = middle
    }
    previous[index] = tops[low - 1] ?? -1
    tops[low] = index
  }
  const chain: Cut[] = []
  for (let index = tops.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index]
    if (pair !== undefined) chain.push(pair)
  }
  return chain.reverse()
}
