import type { Artifact } from '../model/artifact.ts'
import type { Edit, SameValue } from '../model/diff.ts'
import type { TextMerger } from '../runtime/text-merger.ts'

/** What merging values of one key needs to know. */
export interface ValueContext {
  readonly base: Artifact
  readonly same: SameValue
  readonly texts: TextMerger
}

/** The one value of a key that several were proposed for. */
export interface MergedValue {
  readonly edit: Edit
  /** True when no card holds it: several texts were merged. */
  readonly isMerged: boolean
}

/**
 * Returns the value that keeps what every edit of the key wants: the first where all are the same, the texts merged against the
 * base's where they differ; undefined where they conflict. Only a key that the base has can be merged, and a deletion never.
 */
export function mergedValue(
  key: string,
  edits: readonly Edit[],
  context: ValueContext,
): MergedValue | undefined {
  const [first = null, ...others] = edits
  if (others.every((edit) => context.same(key, first, edit))) return { edit: first, isMerged: false }
  const before = context.base.state.get(key)
  const sides = edits.filter((edit) => edit !== null)
  if (before === undefined || sides.length < edits.length) return undefined
  const text = context.texts.mergeMany(key, before, sides)
  if (text === undefined) return undefined
  return { edit: text, isMerged: !sides.includes(text) }
}
