import type { ArtifactState } from '../model/artifact.ts'
import type { Edit, Edits, SameValue } from '../model/diff.ts'
import type { TextMerger } from '../runtime/text-merger.ts'

/** Edits on another state than the one they were made for, and what became of each key that had moved. */
export interface Reapplied {
  readonly edits: Edits
  /** Keys of which something was lost: the head's own change overlaps it, deletes what it edits, or edits what it deletes. */
  readonly overlapping: readonly string[]
}

interface Move {
  readonly edits: Edits
  /** Value of each edited key where the edits were made; null where the key was absent. */
  readonly baseValues: ReadonlyMap<string, Edit>
  readonly head: ArtifactState
  /** Says whether the head holds an edit already, in whatever spelling. */
  readonly same: SameValue
}

/**
 * Returns the edits as they read on `head`, without those that it holds already. Where the head has changed an edited key meanwhile,
 * the hunks are re-applied, not the whole value, so that nobody's work is overwritten unseen; hunks that overlap the head's own
 * change are lost, and named.
 */
export async function reapplied(
  { edits, baseValues, head, same }: Move,
  texts: TextMerger,
): Promise<Reapplied> {
  const kept = new Map<string, Edit>()
  const overlapping: string[] = []
  for (const [key, edit] of edits) {
    const [before, present] = [baseValues.get(key) ?? null, head.get(key) ?? null]
    if (same(key, edit, present)) continue
    if (present === before) {
      kept.set(key, edit)
      continue
    }
    const moved = await movedEdit(key, { before, present, edit }, texts)
    if (moved.lost) overlapping.push(key)
    if (moved.edit !== undefined && !same(key, moved.edit, present)) kept.set(key, moved.edit)
  }
  return { edits: kept, overlapping }
}

interface Values {
  readonly before: Edit
  readonly present: Edit
  readonly edit: Edit
}

/** Only a text that was there on all three sides can be merged; an edit against a deletion is the head's to decide. */
async function movedEdit(
  key: string,
  { before, present, edit }: Values,
  texts: TextMerger,
): Promise<{ readonly edit?: Edit; readonly lost: boolean }> {
  if (before === null || present === null || edit === null) return { lost: true }
  const versions = { base: before, ours: present, theirs: edit }
  const clean = await texts.merge(key, versions)
  if (clean !== undefined) return { edit: clean, lost: false }
  const partly = await texts.mergePreferringOurs(key, versions)
  return partly === undefined ? { lost: true } : { edit: partly, lost: true }
}
