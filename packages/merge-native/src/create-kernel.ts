import { checkAttached, checkText } from './check-bytes.ts'
import type { KernelName, MergeKernel, TextMerge, TextSides } from './kernel.ts'
import { resolveTextMergeOptions } from './text-merge-options.ts'
import type { ResolvedTextMergeOptions } from './text-merge-options.ts'

/** What one kernel brings; it may rely on checked bytes and complete options. */
export interface KernelParts {
  readonly name: KernelName
  mergeText(sides: TextSides, options: ResolvedTextMergeOptions): TextMerge
  mergeMany(base: Uint8Array, sides: readonly Uint8Array[], options: ResolvedTextMergeOptions): TextMerge
  stableHash(bytes: Uint8Array): bigint
}

/** Puts the checks that all kernels share in front of what one kernel brings. */
export function createKernel(parts: KernelParts): MergeKernel {
  return {
    name: parts.name,
    mergeText({ base, ours, theirs }, options) {
      for (const text of [base, ours, theirs]) checkText(text)
      return parts.mergeText({ base, ours, theirs }, resolveTextMergeOptions(options))
    },
    mergeMany(base, sides, options) {
      for (const text of [base, ...sides]) checkText(text)
      return parts.mergeMany(base, sides, resolveTextMergeOptions(options))
    },
    stableHash(bytes) {
      checkAttached(bytes)
      return parts.stableHash(bytes)
    },
  }
}
