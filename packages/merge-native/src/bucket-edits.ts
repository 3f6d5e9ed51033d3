import type { PlacedDiff } from './order-diffs.ts'
import { FINGERPRINT_LENGTH } from './packed-diff.ts'

/** All edits of a bucket, diff after diff. */
export interface BucketEdits {
  readonly keys: readonly string[]
  readonly values: readonly (string | null)[]
  readonly forms: readonly (string | null)[]
  /** Per edit, the place of its diff in the bucket. */
  readonly places: Int32Array
  readonly fingerprints: Int32Array
}

/** Returns the edits of the diffs, one after the other. */
export function flattenEdits(diffs: readonly PlacedDiff[]): BucketEdits {
  const count = diffs.reduce((sum, { diff }) => sum + diff.keys.length, 0)
  const places = new Int32Array(count)
  const fingerprints = new Int32Array(count * FINGERPRINT_LENGTH)
  let at = 0
  for (const { diff, place } of diffs) {
    places.fill(place, at, at + diff.keys.length)
    fingerprints.set(diff.fingerprints, at * FINGERPRINT_LENGTH)
    at += diff.keys.length
  }
  return {
    keys: diffs.flatMap(({ diff }) => diff.keys),
    values: diffs.flatMap(({ diff }) => diff.values),
    forms: diffs.flatMap(({ diff }) => diff.forms),
    places,
    fingerprints,
  }
}
