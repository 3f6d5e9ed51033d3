import type { Edit, SameValue } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import type { JoinContext } from '../joint-edits.ts'

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
  readonly #context: JoinContext & { readonly same: SameValue }
  readonly #kept = new Map<string, Edit>()

  constructor(contested: ReadonlySet<string>, context: JoinContext & { readonly same: SameValue }) {
    this.#contested = contested
    this.#context = context
  }

  /** Keeps what it can of the card's edits. */
  async admit(card: EvidenceCard): Promise<Projected> {
    const lost: string[] = []
    const edits = new Map<string, Edit>()
    for (const [key, edit] of card.diff.edits) {
      const left = this.#contested.has(key) ? await this.#admitEdit(key, edit) : edit
      if (left !== undefined) edits.set(key, left)
      if (left !== edit) lost.push(key)
    }
    if (lost.length === 0) return { card, lost }
    return edits.size === 0 ? { lost } : { card: { ...card, diff: { ...card.diff, edits } }, lost }
  }

  /** Returns the edit as it may stay beside what is kept of the key; undefined when nothing of it may. */
  async #admitEdit(key: string, edit: Edit): Promise<Edit | undefined> {
    const { base, same, texts } = this.#context
    const kept = this.#kept.get(key)
    if (kept === undefined) {
      this.#kept.set(key, edit)
      return edit
    }
    if (same(key, kept, edit)) return edit
    const before = base.state.get(key)
    if (before === undefined || kept === null || edit === null) return undefined
    const both = await texts.merge(key, { base: before, ours: kept, theirs: edit })
    if (both === undefined) return this.#admitHunks(key, { before, kept, edit })
    this.#kept.set(key, both)
    return edit
  }

  async #admitHunks(
    key: string,
    { before, kept, edit }: { readonly before: string; readonly kept: string; readonly edit: string },
  ): Promise<Edit | undefined> {
    const { texts } = this.#context
    const both = await texts.mergePreferringOurs(key, { base: before, ours: kept, theirs: edit })
    if (both === undefined || both === kept) return undefined
    // What the card adds to the kept text, put on the base alone.
    const rest = await texts.merge(key, { base: kept, ours: both, theirs: before })
    if (rest === undefined || rest === before) return undefined
    if ((await texts.merge(key, { base: before, ours: kept, theirs: rest })) === undefined) return undefined
    this.#kept.set(key, both)
    return rest
  }
}
