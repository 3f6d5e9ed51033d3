import type { Random } from '../runtime/random.ts'

/**
 * Draws samples of a list that stay the same for the whole run. A sample holds every smaller one, so that scoring both costs no
 * more than scoring the larger, and none depends on which sizes were asked for before.
 */
export class FixedSamples<Item> {
  readonly #items: readonly Item[]
  /** Position of each item in the order in which samples grow. */
  readonly #rank: readonly number[]

  constructor(items: readonly Item[], random: Random) {
    this.#items = items
    const growth = random.shuffled([...items.keys()])
    const rank = items.map(() => 0)
    for (const [position, index] of growth.entries()) rank[index] = position
    this.#rank = rank
  }

  /** Returns `size` items in the order of the list, all of them when there are no more. */
  ofSize(size: number): readonly Item[] {
    return this.#items.filter((_, index) => (this.#rank[index] ?? 0) < size)
  }
}
