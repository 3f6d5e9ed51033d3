import type { Edit } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { type ValueContext, mergedValue } from '../merged-value.ts'

/** A card after projection, and what it lost. */
export interface Projected {
  /** Absent when nothing of the card is left. */
  readonly card?: EvidenceCard
  /** Keys of which an edit, or hunks of it, were lost. */
  readonly lost: readonly string[]
}

/** What has been kept of contested keys so far; later cards keep what does not overlap it. */
export class Projection {
  readonly #contested: ReadonlySet<string>
  readonly #context: ValueContext
  readonly #kept = new Map<string, Edit>()

  constructor(contested: ReadonlySet<string>, context: ValueContext) {
    this.#contested = contested
    this.#context = context
  }

  /** Keeps what it can of the card's edits. */
  admit(card: EvidenceCard): Projected {
    const lost: string[] = []
    const edits = new Map<string, Edit>()
    for (const [key, edit] of card.diff.edits) {
      const left = this.#contested.has(key) ? this.#admitEdit(key, edit) : edit
      if (left !== undefined) edits.set(key, left)
      if (left !== edit) lost.push(key)
    }
    if (lost.length === 0) return { card, lost }
    return edits.size === 0 ? { lost } : { card: { ...card, diff: { ...card.diff, edits } }, lost }
  }

  /** Returns the edit as it may stay beside what is kept of the key; undefined when nothing of it may. */
  #admitEdit(key: string, edit: Edit): Edit | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) {
      this.#kept.set(key, edit)
      return edit
    }
    const joint = mergedValue(key, [kept, edit], this.#context)
    if (joint !== undefined) {
      this.#kept.set(key, joint.edit)
      return edit
    }
    return this.#admitHunks(key, kept, edit)
  }

  #admitHunks(key: string, kept: Edit, edit: Edit): Edit | undefined {
    const { base, texts } = this.#context
    const before = base.state.get(key)
    if (before === undefined || kept === null || edit === null) return undefined
    const both = texts.mergePreferringOurs(key, { base: before, ours: kept, theirs: edit })
    if (both === undefined || both === kept) return undefined
    // What the card adds to the kept text, put on the base alone.
    const rest = texts.merge(key, { base: kept, ours: both, theirs: before })
    if (rest === undefined || rest === before) return undefined
    if (texts.mergeMany(key, before, [kept, rest]) === undefined) return undefined
    this.#kept.set(key, both)
    return rest
  }
}
