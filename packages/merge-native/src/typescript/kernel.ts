import { createKernel } from '../create-kernel.ts'
import type { MergeKernel } from '../kernel.ts'
import { stringMergeOf } from '../string-merge.ts'
import { groupByFingerprint } from './group-by-fingerprint.ts'
import { lengthPrefixed } from './length-prefixed.ts'
import { mergeMany, mergeText } from './merge-text.ts'
import { stableHash } from './stable-hash.ts'

const encoder = new TextEncoder()

/** Returns the kernel that runs wherever JavaScript does; `sha256` is the host's, or the one of this folder. */
export function createTypescriptKernel(sha256: (bytes: Uint8Array) => Uint8Array): MergeKernel {
  return createKernel({
    name: 'typescript',
    mergeText,
    mergeMany,
    mergeStrings: ({ base, ours, theirs }, options) => {
      const sides = { base: encoder.encode(base), ours: encoder.encode(ours), theirs: encoder.encode(theirs) }
      return stringMergeOf(mergeText(sides, options))
    },
    groupByFingerprint,
    stableHash,
    digest: (parts) => sha256(lengthPrefixed(parts)),
  })
}
