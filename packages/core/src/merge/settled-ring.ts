import type { EvidenceCard } from '../model/evidence.ts'
import { charactersIn } from '../model/text-length.ts'

export interface SettledRingLimits {
  /** Default 256. */
  readonly maxCards?: number
  /** Code points of edit values over all cards. Default 2,000,000. */
  readonly maxCharacters?: number
}

/** The most recent cards that no merge will consider again, bounded in number and size; the oldest make room. */
export class SettledRing {
  readonly #maxCards: number
  readonly #maxCharacters: number
  #cards: readonly SettledCard[] = []
  #characters = 0

  constructor({ maxCards = 256, maxCharacters = 2_000_000 }: SettledRingLimits = {}) {
    this.#maxCards = maxCards
    this.#maxCharacters = maxCharacters
  }

  /** A card larger than the whole ring leaves it empty. */
  add(card: EvidenceCard): void {
    const characters = payloadOf(card)
    this.#cards = [...this.#cards, { card, characters }]
    this.#characters += characters
    this.#evict()
  }

  /** Oldest first. */
  get cards(): readonly EvidenceCard[] {
    return this.#cards.map(({ card }) => card)
  }

  get characters(): number {
    return this.#characters
  }

  #evict(): void {
    let evicted = 0
    for (const { characters } of this.#cards) {
      const fits = this.#cards.length - evicted <= this.#maxCards && this.#characters <= this.#maxCharacters
      if (fits) break
      this.#characters -= characters
      evicted += 1
    }
    if (evicted > 0) this.#cards = this.#cards.slice(evicted)
  }
}

interface SettledCard {
  readonly card: EvidenceCard
  readonly characters: number
}

function payloadOf({ diff }: EvidenceCard): number {
  return [...diff.edits.values()].reduce((sum, edit) => sum + (edit === null ? 0 : charactersIn(edit)), 0)
}
