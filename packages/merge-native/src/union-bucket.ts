import { flattenEdits } from './bucket-edits.ts'
import type { BucketEdits } from './bucket-edits.ts'
import { checkWellFormed } from './check-well-formed.ts'
import { groupEdits } from './group-edits.ts'
import type { EditGroups, GroupByFingerprint } from './group-edits.ts'
import type { BucketOptions, KeyMerge, MergeKernel, Variant } from './kernel.ts'
import { duplicatesAmong, orderDiffs } from './order-diffs.ts'

/** What a kernel brings to a pass over a bucket. */
export interface BucketParts extends Pick<MergeKernel, 'mergeMany'> {
  readonly groupByFingerprint: GroupByFingerprint
}

/** Returns a kernel's pass over a bucket: its duplicates, its union, and a merge for each key that is contested. */
export function bucketPass({ groupByFingerprint, mergeMany }: BucketParts): MergeKernel['unionBucket'] {
  return (packed, base, options) => {
    const ordered = orderDiffs(packed)
    const edits = flattenEdits(ordered)
    const groups = groupEdits(edits, groupByFingerprint)
    const contested = [...variantsByKey(edits, groups)].map(([key, variants]) => ({
      key,
      variants,
      merge: mergeKey({ key, variants, base: base.get(key) }, options, mergeMany),
    }))
    return { union: unionOf(edits, groups), contested, duplicates: duplicatesAmong(ordered) }
  }
}

function unionOf({ keys, values }: BucketEdits, groups: EditGroups): Map<string, string | null> {
  const union = new Map<string, string | null>()
  for (let edit = 0; edit < keys.length; edit += 1)
    if (groups.leaderOf(edit) === edit && !groups.isContested(edit))
      union.set(keys[edit] ?? '', values[edit] ?? null)
  return union
}

interface GrowingVariant extends Variant {
  readonly diffs: number[]
}

/** What is proposed for each contested key: per form its first spelling, and the diffs that propose it. */
function variantsByKey(
  { keys, values, forms, places }: BucketEdits,
  groups: EditGroups,
): Map<string, Variant[]> {
  const byKey = new Map<string, Map<string | null, GrowingVariant>>()
  for (let edit = 0; edit < keys.length; edit += 1) {
    const key = keys[edit] ?? ''
    if (!groups.isContested(groups.leaderOf(edit))) continue
    const variants = byKey.get(key) ?? new Map<string | null, GrowingVariant>()
    byKey.set(key, variants)
    const form = forms[edit] ?? null
    const variant = variants.get(form) ?? { value: values[edit] ?? null, diffs: [] }
    variants.set(form, variant)
    variant.diffs.push(places[edit] ?? 0)
  }
  const sorted = ({ value, diffs }: Variant): Variant => ({ value, diffs: diffs.toSorted(byNumber) })
  return new Map([...byKey].map(([key, variants]) => [key, [...variants.values()].map(sorted)]))
}

interface Contest {
  readonly key: string
  readonly variants: readonly Variant[]
  readonly base: string | undefined
}

/** Merges what is proposed for one key into the value it had. */
function mergeKey(
  { key, variants, base }: Contest,
  { granularityOf, maxSteps }: BucketOptions,
  mergeMany: MergeKernel['mergeMany'],
): KeyMerge {
  if (base === undefined) return { outcome: 'without-base' }
  const values = variants.map(({ value }) => value)
  const texts = values.filter((value) => value !== null)
  if (texts.length < values.length) return { outcome: 'edit-against-delete' }
  checkWellFormed(key, base)
  const encoder = new TextEncoder()
  const options = { granularity: granularityOf(key), ...(maxSteps === undefined ? {} : { maxSteps }) }
  const merge = mergeMany(
    encoder.encode(base),
    texts.map((text) => encoder.encode(text)),
    options,
  )
  if (merge.outcome !== 'clean') return merge
  return {
    outcome: 'clean',
    value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(merge.text),
  }
}

function byNumber(left: number, right: number): number {
  return left - right
}
