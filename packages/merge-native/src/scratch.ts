/** Memory that is kept between merges, in integers: what a merge of about 100,000 lines needs. */
const MOST_KEPT = 4_000_000

/** Integer arrays for the length of one merge; the memory serves the next merge again. */
export class Scratch {
  #memory = new Int32Array(4096)
  #used = 0
  /** What the merge took from memory that was too small for it. */
  #outgrown = 0

  /** Takes back every array, so that none of them may be used any more. */
  reset(): void {
    const needed = this.#outgrown + this.#used
    if (this.#outgrown > 0 && needed <= MOST_KEPT) this.#memory = new Int32Array(needed)
    else if (this.#memory.length > MOST_KEPT) this.#memory = new Int32Array(4096)
    this.#used = 0
    this.#outgrown = 0
  }

  /** Returns an array of zeros. */
  zeros(length: number): Int32Array {
    const array = this.array(length)
    return array.fill(0)
  }

  /** Returns an array of any content. */
  array(length: number): Int32Array {
    if (this.#used + length > this.#memory.length) {
      this.#outgrown += this.#used
      this.#memory = new Int32Array(Math.max(length, this.#memory.length * 2))
      this.#used = 0
    }
    this.#used += length
    return this.#memory.subarray(this.#used - length, this.#used)
  }
}
