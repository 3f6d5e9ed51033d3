import type { KeyedEdits } from './kernel.ts'

type Entry = [key: string, value: string | null]

/** Edits in order, of which no two have one key; they are hashed once a single key is asked for. */
export class UnionEdits implements KeyedEdits {
  readonly #keys: readonly string[]
  readonly #values: readonly (string | null)[]
  #map: Map<string, string | null> | undefined

  constructor(keys: readonly string[], values: readonly (string | null)[]) {
    this.#keys = keys
    this.#values = values
  }

  get size(): number {
    return this.#keys.length
  }

  get(key: string): string | null | undefined {
    return this.#hashed().get(key)
  }

  has(key: string): boolean {
    return this.#hashed().has(key)
  }

  forEach(visit: (value: string | null, key: string, edits: KeyedEdits) => void): void {
    for (const [key, value] of this) visit(value, key, this)
  }

  *entries(): MapIterator<Entry> {
    for (let at = 0; at < this.#keys.length; at += 1) yield [this.#keys[at] ?? '', this.#values[at] ?? null]
  }

  keys(): MapIterator<string> {
    return this.#keys.values()
  }

  values(): MapIterator<string | null> {
    return this.#values.values()
  }

  [Symbol.iterator](): MapIterator<Entry> {
    return this.entries()
  }

  #hashed(): Map<string, string | null> {
    return (this.#map ??= new Map(this))
  }
}
