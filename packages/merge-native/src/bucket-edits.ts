import { FINGERPRINT_LENGTH } from './packed-diff.ts'
import type { PackedDiff } from './packed-diff.ts'
import type { Scratch } from './scratch.ts'

/** The texts of all edits of a bucket, diff after diff. */
export interface BucketEdits {
  readonly keys: readonly string[]
  readonly values: readonly (string | null)[]
  readonly forms: readonly (string | null)[]
}

/** Returns the texts of the edits of the diffs, one after the other. */
export function flattenEdits(diffs: readonly PackedDiff[]): BucketEdits {
  return {
    keys: diffs.flatMap(({ keys }) => keys),
    values: diffs.flatMap(({ values }) => values),
    forms: diffs.flatMap(({ forms }) => forms),
  }
}

/** Returns the fingerprints of the edits of the diffs, one after the other. */
export function flattenFingerprints(diffs: readonly PackedDiff[], scratch: Scratch): Int32Array {
  let count = 0
  for (const { keys } of diffs) count += keys.length
  const fingerprints = scratch.array(count * FINGERPRINT_LENGTH)
  let start = 0
  for (const diff of diffs) {
    const { length } = diff.fingerprints
    for (let at = 0; at < length; at += 1) fingerprints[start + at] = diff.fingerprints[at] ?? 0
    start += length
  }
  return fingerprints
}
