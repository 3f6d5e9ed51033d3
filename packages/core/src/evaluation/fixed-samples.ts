import type { Random } from '../runtime/random.ts'

/** Draws samples of a list that stay the same for the whole run: one per size, whatever the order in which sizes are asked for. */
export class FixedSamples<Item> {
  readonly #items: readonly Item[]
  readonly #random: Random
  readonly #drawn = new Map<number, readonly Item[]>()

  constructor(items: readonly Item[], random: Random) {
    this.#items = items
    this.#random = random
  }

  /** Returns `size` items in the order of the list, all of them when there are no more. */
  ofSize(size: number): readonly Item[] {
    if (size >= this.#items.length) return this.#items
    const known = this.#drawn.get(size)
    if (known !== undefined) return known
    const indexes = [...this.#items.keys()]
    const drawn = this.#random.fork(`sample of ${size}`).shuffled(indexes).slice(0, size)
    const chosen = new Set(drawn)
    const sample = this.#items.filter((_, index) => chosen.has(index))
    this.#drawn.set(size, sample)
    return sample
  }
}
