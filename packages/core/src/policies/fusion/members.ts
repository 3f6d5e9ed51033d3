import type { Edits, SameValue } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'

/** Returns the edits of a card; none for none. */
export function editsOf(card: EvidenceCard | undefined): Edits {
  return card?.diff.edits ?? new Map()
}

/** Returns the cards that ask for nothing beyond the edits. */
export function membersOf(
  cards: readonly EvidenceCard[],
  edits: Edits,
  same: SameValue,
): readonly EvidenceCard[] {
  return cards.filter(({ diff }) =>
    [...diff.edits].every(([key, edit]) => edits.has(key) && same(key, edit, edits.get(key) ?? null)),
  )
}
