import type { TextMergeKernel } from '../kernel.ts'
import { resolveTextMergeOptions } from '../text-merge-options.ts'
import { mergeMany, mergeText } from './merge-text.ts'
import { stableHash } from './stable-hash.ts'

/** The kernel that runs wherever JavaScript does. */
export const typescriptKernel: TextMergeKernel = {
  name: 'typescript',
  mergeText: (sides, options) => mergeText(sides, resolveTextMergeOptions(options)),
  mergeMany: (base, sides, options) => mergeMany(base, sides, resolveTextMergeOptions(options)),
  stableHash,
}
