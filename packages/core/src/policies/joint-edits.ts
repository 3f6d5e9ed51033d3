import type { Edit, Edits } from '../model/diff.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import { type ValueContext, mergedValue } from './merged-value.ts'

/** All edits of several cards at once. */
export interface JointEdits {
  readonly edits: Edits
  /** Those values among them that no card holds. */
  readonly merged: Edits
}

/** Returns the edits that keep what every card wants; undefined when two cards want what cannot be had together. */
export function jointEdits(cards: readonly EvidenceCard[], context: ValueContext): JointEdits | undefined {
  const edits = new Map<string, Edit>()
  const merged = new Map<string, Edit>()
  for (const [key, values] of valuesByKey(cards)) {
    const value = mergedValue(key, values, context)
    if (value === undefined) return undefined
    edits.set(key, value.edit)
    if (value.isMerged) merged.set(key, value.edit)
  }
  return { edits, merged }
}

/** Returns the values that the cards want for each key, in the order of the cards. */
export function valuesByKey(cards: readonly EvidenceCard[]): ReadonlyMap<string, readonly Edit[]> {
  const values = new Map<string, Edit[]>()
  for (const { diff } of cards)
    for (const [key, edit] of diff.edits) {
      const known = values.get(key)
      if (known === undefined) values.set(key, [edit])
      else known.push(edit)
    }
  return values
}
