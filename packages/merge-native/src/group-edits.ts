import { flattenEdits, flattenFingerprints } from './bucket-edits.ts'
import type { BucketEdits } from './bucket-edits.ts'
import { FINGERPRINT_LENGTH } from './packed-diff.ts'
import type { PackedDiff } from './packed-diff.ts'
import type { Scratch } from './scratch.ts'

/**
 * Groups edits by fingerprint: writes into `groups`, per edit, the first edit with the hashes of its key, and behind
 * these, per edit that is first, 1 when the hashes of its group's forms are not all equal and 0 when they are.
 */
export type GroupByFingerprint = (fingerprints: Int32Array, groups: Int32Array) => void

/** The edits of a bucket by key. */
export interface EditGroups {
  /** Per edit, the first edit of the same key. */
  readonly leaders: Int32Array
  /** Per edit that is first, 1 when the edits of its key give different values. */
  readonly isContested: Int32Array
}

/** Groups the edits of diffs by key. The fingerprints decide; where two texts share one, the texts do. */
export function groupEdits(
  diffs: readonly PackedDiff[],
  groupByFingerprint: GroupByFingerprint,
  scratch: Scratch,
): EditGroups {
  const fingerprints = flattenFingerprints(diffs, scratch)
  const count = fingerprints.length / FINGERPRINT_LENGTH
  const both = scratch.array(2 * count)
  groupByFingerprint(fingerprints, both)
  const groups = { leaders: both.subarray(0, count), isContested: both.subarray(count) }
  if (isEachAlone(groups.leaders)) return groups
  const edits = flattenEdits(diffs)
  return isExact(edits, groups) ? groups : groupByText(edits)
}

function isEachAlone(leaders: Int32Array): boolean {
  for (let edit = 0; edit < leaders.length; edit += 1) if (leaders[edit] !== edit) return false
  return true
}

/** Whether no group holds two keys, and no group whose fingerprints agree holds two forms. */
function isExact({ keys, forms }: BucketEdits, { leaders, isContested }: EditGroups): boolean {
  for (let edit = 0; edit < keys.length; edit += 1) {
    const leader = leaders[edit] ?? 0
    if (leader === edit) continue
    if (keys[leader] !== keys[edit]) return false
    if (isContested[leader] === 0 && forms[leader] !== forms[edit]) return false
  }
  return true
}

function groupByText({ keys, forms }: BucketEdits): EditGroups {
  const firsts = new Map<string, number>()
  const leaders = new Int32Array(keys.length)
  const isContested = new Int32Array(keys.length)
  for (const [edit, key] of keys.entries()) {
    const leader = firsts.get(key) ?? edit
    firsts.set(key, leader)
    leaders[edit] = leader
    if (forms[leader] !== forms[edit]) isContested[leader] = 1
  }
  return { leaders, isContested }
}
