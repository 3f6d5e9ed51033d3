import type { BucketEdits } from './bucket-edits.ts'

/**
 * Groups edits by fingerprint: returns per edit the first edit with the hashes of its key, and after these, per edit
 * that is first, 1 when the hashes of its group's forms are not all equal.
 */
export type GroupByFingerprint = (fingerprints: Int32Array) => Int32Array

/** The edits of a bucket by key. */
export interface EditGroups {
  /** Returns the first edit of the same key. */
  leaderOf(edit: number): number
  /** Whether the edits of a leader's key give different values. */
  isContested(leader: number): boolean
}

/** Groups edits by key. The fingerprints decide; where two texts share one, the texts do. */
export function groupEdits(edits: BucketEdits, groupByFingerprint: GroupByFingerprint): EditGroups {
  const count = edits.keys.length
  const groups = groupByFingerprint(edits.fingerprints)
  if (!isExact(edits, groups)) return groupByText(edits)
  return {
    leaderOf: (edit) => groups[edit] ?? edit,
    isContested: (leader) => groups[count + leader] === 1,
  }
}

/** Whether no group holds two keys, and no group whose fingerprints agree holds two forms. */
function isExact({ keys, forms }: BucketEdits, groups: Int32Array): boolean {
  for (let edit = 0; edit < keys.length; edit += 1) {
    const leader = groups[edit] ?? edit
    if (leader === edit) continue
    if (keys[leader] !== keys[edit]) return false
    if (groups[keys.length + leader] === 0 && forms[leader] !== forms[edit]) return false
  }
  return true
}

function groupByText({ keys, forms }: BucketEdits): EditGroups {
  const leaders = new Map<string, number>()
  const contested = new Set<number>()
  for (const [edit, key] of keys.entries()) {
    const leader = leaders.get(key)
    if (leader === undefined) leaders.set(key, edit)
    else if (forms[leader] !== forms[edit]) contested.add(leader)
  }
  return {
    leaderOf: (edit) => leaders.get(keys[edit] ?? '') ?? edit,
    isContested: (leader) => contested.has(leader),
  }
}
