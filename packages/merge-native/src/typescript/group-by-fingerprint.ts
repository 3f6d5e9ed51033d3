import { FINGERPRINT_LENGTH } from '../packed-diff.ts'

/** Groups edits by the hashes of their keys, with open addressing and linear probing. */
export function groupByFingerprint(fingerprints: Int32Array, groups: Int32Array): void {
  const count = fingerprints.length / FINGERPRINT_LENGTH
  groups.fill(0, count)
  let size = 16
  while (size < count * 2) size *= 2
  const mask = size - 1
  /** The edit plus one, or 0 where free. */
  const slots = new Int32Array(size)
  for (let edit = 0; edit < count; edit += 1) {
    let slot = (fingerprints[edit * FINGERPRINT_LENGTH] ?? 0) & mask
    let leader = (slots[slot] ?? 0) - 1
    while (leader >= 0 && !haveSameHashes(fingerprints, KEY, { leader, edit })) {
      slot = (slot + 1) & mask
      leader = (slots[slot] ?? 0) - 1
    }
    if (leader < 0) {
      slots[slot] = edit + 1
      groups[edit] = edit
    } else {
      groups[edit] = leader
      if (!haveSameHashes(fingerprints, FORM, { leader, edit })) groups[count + leader] = 1
    }
  }
}

/** Where the hashes of an edit's key and of its form start among its fingerprints. */
const KEY = 0
const FORM = 2

function haveSameHashes(
  fingerprints: Int32Array,
  part: typeof KEY | typeof FORM,
  { leader, edit }: { leader: number; edit: number },
): boolean {
  const first = leader * FINGERPRINT_LENGTH + part
  const second = edit * FINGERPRINT_LENGTH + part
  return fingerprints[first] === fingerprints[second] && fingerprints[first + 1] === fingerprints[second + 1]
}
