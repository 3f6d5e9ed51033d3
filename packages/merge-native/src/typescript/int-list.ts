import type { Scratch } from '../scratch.ts'

/** A growing list of 32-bit integers in scratch memory. */
export class IntList {
  readonly #scratch: Scratch
  #items: Int32Array
  #length = 0

  constructor(scratch: Scratch, capacity: number) {
    this.#scratch = scratch
    this.#items = scratch.array(Math.max(capacity, 4))
  }

  get length(): number {
    return this.#length
  }

  at(index: number): number {
    return this.#items[index] ?? 0
  }

  push(item: number): void {
    if (this.#length === this.#items.length) {
      const grown = this.#scratch.array(this.#length * 2)
      grown.set(this.#items)
      this.#items = grown
    }
    this.#items[this.#length] = item
    this.#length += 1
  }

  /** Returns the items, as a view that further pushes may outdate. */
  view(): Int32Array {
    return this.#items.subarray(0, this.#length)
  }
}
