import type { BucketMerge, KeyMerge } from '@agentdescent/merge-native'
import { shownMerge } from './shown-merge.ts'

/** Returns what a bucket comes to as plain data, its lists in the order that the kernel gave them. */
export function shownBucket({ union, contested, duplicates }: BucketMerge): unknown {
  return {
    union: [...union],
    contested: contested.map(({ key, variants, merge }) => ({
      key,
      variants: variants.map(({ value, diffs }) => [value, diffs]),
      merge: shownKeyMerge(merge),
    })),
    duplicates,
  }
}

function shownKeyMerge(merge: KeyMerge): unknown {
  return merge.outcome === 'conflict' ? shownMerge(merge, 'utf8') : merge
}
