import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { stableHash } from './stable-hash.ts'

/** The only source of chance in core: one seeded stream per purpose, so that a new user of chance shifts no other. */
export class Random {
  readonly #generator: RandomGenerator
  readonly #path: readonly string[]

  private constructor(path: readonly string[]) {
    this.#path = path
    this.#generator = xoroshiro128plus(Number(BigInt.asIntN(32, stableHash(path))))
  }

  /** Returns the root stream of a seed. */
  static seeded(seed: number): Random {
    return new Random([`seed ${seed}`])
  }

  /** Returns an independent stream that `label` names under this one. */
  fork(label: string): Random {
    return new Random([...this.#path, label])
  }

  /** Returns the next number in [0, 1). */
  next(): number {
    return uniformFloat64(this.#generator)
  }

  /** Returns the next whole number in [0, bound). */
  below(bound: number): number {
    return uniformInt(this.#generator, 0, bound - 1)
  }

  /** Returns the items in random order. */
  shuffled<Item>(items: readonly Item[]): readonly Item[] {
    return items
      .map((item) => ({ item, rank: this.next() }))
      .toSorted((left, right) => left.rank - right.rank)
      .map(({ item }) => item)
  }
}
