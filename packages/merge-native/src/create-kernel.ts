import { checkAttached, checkString, checkText } from './check-bytes.ts'
import type { GroupByFingerprint } from './group-edits.ts'
import type { KernelName, MergeKernel, StringMerge, StringSides, TextMerge, TextSides } from './kernel.ts'
import { pack } from './pack.ts'
import { resolveTextMergeOptions } from './text-merge-options.ts'
import type { ResolvedTextMergeOptions } from './text-merge-options.ts'
import { bucketPass } from './union-bucket.ts'

/** What one kernel brings; it may rely on checked bytes and complete options. */
export interface KernelParts {
  readonly name: KernelName
  mergeText(sides: TextSides, options: ResolvedTextMergeOptions): TextMerge
  mergeMany(base: Uint8Array, sides: readonly Uint8Array[], options: ResolvedTextMergeOptions): TextMerge
  mergeStrings(sides: StringSides, options: ResolvedTextMergeOptions): StringMerge
  readonly groupByFingerprint: GroupByFingerprint
  stableHash(bytes: Uint8Array): bigint
  digest(parts: readonly Uint8Array[]): Uint8Array
}

/** Puts the checks that all kernels share in front of what one kernel brings. */
export function createKernel(parts: KernelParts): MergeKernel {
  const mergeMany: MergeKernel['mergeMany'] = (base, sides, options) => {
    for (const text of [base, ...sides]) checkText(text)
    return parts.mergeMany(base, sides, resolveTextMergeOptions(options))
  }
  return {
    name: parts.name,
    mergeText({ base, ours, theirs }, options) {
      for (const text of [base, ours, theirs]) checkText(text)
      return parts.mergeText({ base, ours, theirs }, resolveTextMergeOptions(options))
    },
    mergeMany,
    mergeStrings({ base, ours, theirs }, options) {
      for (const text of [base, ours, theirs]) checkString(text)
      return parts.mergeStrings({ base, ours, theirs }, resolveTextMergeOptions(options))
    },
    pack,
    unionBucket: bucketPass({ groupByFingerprint: parts.groupByFingerprint, mergeMany }),
    stableHash(bytes) {
      checkAttached(bytes)
      return parts.stableHash(bytes)
    },
    digest(given) {
      for (const part of given) checkAttached(part)
      return parts.digest(given)
    },
  }
}
