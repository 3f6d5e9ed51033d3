/** A growing list of 32-bit integers. */
export class IntList {
  #items: Int32Array
  #length = 0

  constructor(capacity: number) {
    this.#items = new Int32Array(Math.max(capacity, 4))
  }

  get length(): number {
    return this.#length
  }

  push(item: number): void {
    if (this.#length === this.#items.length) {
      const grown = new Int32Array(this.#length * 2)
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
