import { checkText } from './check-bytes.ts'
import { failed } from './kernel-error.ts'
import type { TextMerge } from './kernel.ts'
import type { MergeOffload } from './merge-offload.ts'
import { mergeOf } from './native-merge.ts'
import type { NativeBinding, NativeTextMerge } from './native-merge.ts'
import { resolveTextMergeOptions } from './text-merge-options.ts'

/** What the native kernel merges in about a millisecond, as measured on source code. */
const BYTES_PER_MILLISECOND = 500_000

/** Returns the offload that runs the addon on Node's thread pool; it holds nothing between merges. */
export function nativeOffload(binding: NativeBinding): MergeOffload {
  return {
    isWorthIt: (bytes) => bytes >= BYTES_PER_MILLISECOND,
    async mergeText({ base, ours, theirs }, options) {
      for (const text of [base, ours, theirs]) checkText(text)
      const { granularity, maxSteps } = resolveTextMergeOptions(options)
      return settled(() => binding.mergeTextOffThread(base, ours, theirs, granularity === 'prose', maxSteps))
    },
    async mergeMany(base, sides, options) {
      for (const text of [base, ...sides]) checkText(text)
      const { granularity, maxSteps } = resolveTextMergeOptions(options)
      return settled(() => binding.mergeManyOffThread(base, [...sides], granularity === 'prose', maxSteps))
    },
    close: () => Promise.resolve(),
  }
}

/** The addon may refuse at once, or once it has started. */
async function settled(start: () => Promise<NativeTextMerge>): Promise<TextMerge> {
  try {
    return mergeOf(await start())
  } catch (cause) {
    throw failed('native', cause)
  }
}
