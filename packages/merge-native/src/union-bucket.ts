import { flattenEdits } from './bucket-edits.ts'
import type { BucketEdits } from './bucket-edits.ts'
import { checkKeyText } from './check-well-formed.ts'
import { duplicatesAmong } from './duplicates-among.ts'
import { groupEdits } from './group-edits.ts'
import type { EditGroups, GroupByFingerprint } from './group-edits.ts'
import type { BucketOptions, KeyedEdits, KeyMerge, MergeKernel, Variant } from './kernel.ts'
import { orderDiffs } from './order-diffs.ts'
import type { PackedDiff } from './packed-diff.ts'
import { Scratch } from './scratch.ts'
import { decodeText } from './string-merge.ts'
import { checkMaxSteps } from './text-merge-options.ts'
import { UnionEdits } from './union-edits.ts'

/** What a kernel brings to a pass over a bucket. */
export interface BucketParts extends Pick<MergeKernel, 'mergeMany'> {
  readonly groupByFingerprint: GroupByFingerprint
}

/** Returns a kernel's pass over a bucket: its duplicates, its union, and a merge for each key that is contested. */
export function bucketPass({ groupByFingerprint, mergeMany }: BucketParts): MergeKernel['unionBucket'] {
  const scratch = new Scratch()
  return (packed, base, options) => {
    if (options.maxSteps !== undefined) checkMaxSteps(options.maxSteps)
    scratch.reset()
    const order = orderDiffs(packed)
    const diffs = inOrder(packed, order)
    const groups = groupEdits(diffs, groupByFingerprint, scratch)
    const union = unionOf(diffs, groups)
    const duplicates = duplicatesAmong(packed, order)
    if (!groups.isContested.includes(1)) return { union, contested: [], duplicates }
    const places = order.flatMap((place) => Array.from(packed[place]?.keys ?? [], () => place))
    const contested = [...variantsByKey(flattenEdits(diffs), groups, places)].map(([key, variants]) => ({
      key,
      variants,
      merge: mergeKey({ key, variants, base: base.get(key) }, options, mergeMany),
    }))
    return { union, contested, duplicates }
  }
}

function inOrder(packed: readonly PackedDiff[], order: readonly number[]): PackedDiff[] {
  const diffs: PackedDiff[] = []
  for (const place of order) {
    const diff = packed[place]
    if (diff !== undefined) diffs.push(diff)
  }
  return diffs
}

function unionOf(diffs: readonly PackedDiff[], { leaders, isContested }: EditGroups): KeyedEdits {
  const unionKeys: string[] = []
  const unionValues: (string | null)[] = []
  let start = 0
  for (const { keys, values } of diffs) {
    for (let at = 0; at < keys.length; at += 1) {
      const edit = start + at
      if (leaders[edit] !== edit || isContested[edit] === 1) continue
      unionKeys.push(keys[at] ?? '')
      unionValues.push(values[at] ?? null)
    }
    start += keys.length
  }
  return new UnionEdits(unionKeys, unionValues)
}

interface GrowingVariant extends Variant {
  readonly diffs: number[]
}

/** What is proposed for each contested key: per form its first spelling, and the places of the diffs that propose it. */
function variantsByKey(
  { keys, values, forms }: BucketEdits,
  { leaders, isContested }: EditGroups,
  places: readonly number[],
): Map<string, Variant[]> {
  const byKey = new Map<string, Map<string | null, GrowingVariant>>()
  for (let edit = 0; edit < keys.length; edit += 1) {
    const key = keys[edit] ?? ''
    if (isContested[leaders[edit] ?? 0] === 0) continue
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
  checkKeyText(key, base)
  const least = leastSteps(base, texts)
  if (maxSteps !== undefined && maxSteps < least) return { outcome: 'too-large', steps: least }
  const encoder = new TextEncoder()
  const options = { granularity: granularityOf(key), ...(maxSteps === undefined ? {} : { maxSteps }) }
  const merge = mergeMany(
    encoder.encode(base),
    texts.map((text) => encoder.encode(text)),
    options,
  )
  return merge.outcome === 'clean' ? { outcome: 'clean', value: decodeText(merge.text) } : merge
}

/** Every text that a merge reads takes a step at least, so that the fewest steps allow no work at all; one change needs none. */
function leastSteps(base: string, texts: readonly string[]): number {
  const changes = texts.filter((text) => text !== base)
  return changes.length <= 1 ? 0 : [base, ...changes].filter((text) => text !== '').length
}

function byNumber(left: number, right: number): number {
  return left - right
}
