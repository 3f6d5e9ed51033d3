import { createKernel } from '../create-kernel.ts'
import type { MergeKernel } from '../kernel.ts'
import { groupByFingerprint } from './group-by-fingerprint.ts'
import { lengthPrefixed } from './length-prefixed.ts'
import { mergeMany, mergeText } from './merge-text.ts'
import { stableHash } from './stable-hash.ts'

/** Returns the kernel that runs wherever JavaScript does; `sha256` is the host's, or the one of this folder. */
export function createTypescriptKernel(sha256: (bytes: Uint8Array) => Uint8Array): MergeKernel {
  return createKernel({
    name: 'typescript',
    mergeText,
    mergeMany,
    groupByFingerprint,
    stableHash,
    digest: (parts) => sha256(lengthPrefixed(parts)),
  })
}
