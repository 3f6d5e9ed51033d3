import type { PackedObject } from './pack-reader.ts'

/** Bytes of bodies kept; the longest chain of texts of 300 kB fits. */
const MOST_BYTES = 16 * 2 ** 20

/** What an entry takes beside its body. */
const ENTRY_BYTES = 256

/**
 * Remembers what chains of deltas led through. A history read newest first asks next for what its newest object was made from:
 * without them, every object would have its whole chain inflated again.
 */
export class DeltaBases {
  readonly #held = new Map<string, PackedObject>()
  #bytes = 0

  get(place: string): PackedObject | undefined {
    return this.#held.get(place)
  }

  /** What came first goes first: of a chain, the far end, which a walk asks for last. */
  remember(place: string, object: PackedObject): void {
    if (this.#held.has(place)) return
    this.#held.set(place, object)
    this.#bytes += bytesOf(object)
    for (const [first, { body }] of this.#held) {
      if (this.#bytes <= MOST_BYTES) break
      this.#held.delete(first)
      this.#bytes -= bytesOf({ body })
    }
  }

  clear(): void {
    this.#held.clear()
    this.#bytes = 0
  }
}

function bytesOf({ body }: Pick<PackedObject, 'body'>): number {
  return body.length + ENTRY_BYTES
}
