import type { Artifact } from '../model/artifact.ts'
import type { Edit, Edits } from '../model/diff.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import type { TextMerger } from '../runtime/text-merger.ts'

/** What joining edits of several cards needs to know. */
export interface JoinContext {
  readonly base: Artifact
  readonly texts: TextMerger
}

/** All edits of several cards at once. */
export interface JointEdits {
  readonly edits: Edits
  /** Those values among them that no card holds: several texts were merged. */
  readonly merged: Edits
}

/**
 * Returns the edits that keep what every card wants; undefined when two cards want what cannot be had together. Of two spellings of
 * one value the first card's is kept.
 */
export async function jointEdits(
  cards: readonly EvidenceCard[],
  { base, texts }: JoinContext,
): Promise<JointEdits | undefined> {
  const { contested } = await texts.mergeBucket(
    cards.map(({ diff }) => diff),
    base.state,
  )
  const edits = firstEdits(cards)
  const merged = new Map<string, Edit>()
  for (const { key, merge, variants } of contested) {
    if (merge.outcome !== 'clean') return undefined
    edits.set(key, merge.value)
    if (variants.every(({ value }) => value !== merge.value)) merged.set(key, merge.value)
  }
  return { edits, merged }
}

/** Returns the keys on which the cards want what cannot be had together. */
export async function contestedKeys(
  cards: readonly EvidenceCard[],
  { base, texts }: JoinContext,
): Promise<ReadonlySet<string>> {
  const { contested } = await texts.mergeBucket(
    cards.map(({ diff }) => diff),
    base.state,
  )
  return new Set(contested.filter(({ merge }) => merge.outcome !== 'clean').map(({ key }) => key))
}

function firstEdits(cards: readonly EvidenceCard[]): Map<string, Edit> {
  const edits = new Map<string, Edit>()
  for (const { diff } of cards)
    for (const [key, edit] of diff.edits) if (!edits.has(key)) edits.set(key, edit)
  return edits
}
