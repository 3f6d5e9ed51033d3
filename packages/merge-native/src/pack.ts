import { checkKeyText } from './check-well-formed.ts'
import { KernelError } from './kernel-error.ts'
import type { Canonical, KeyedEdits } from './kernel.ts'
import { FINGERPRINT_LENGTH } from './packed-diff.ts'
import type { PackedDiff } from './packed-diff.ts'

/** The most edits that one diff may hold. */
const MAX_EDITS = 65_536
/** Code units from here on may be halves of a surrogate pair; no unit below is. */
const FIRST_SURROGATE = 0xd800

/**
 * Checks and hashes a diff, once for all passes over buckets that hold it. `canonical` says which values of a key
 * are the same; without it, only equal ones are.
 *
 * @throws KernelError `too-many-edits`, and `lone-surrogate` for a key or a value that is no well-formed text.
 */
export function pack(edits: KeyedEdits, canonical?: Canonical): PackedDiff {
  if (edits.size > MAX_EDITS)
    throw new KernelError(
      'too-many-edits',
      `A diff has ${edits.size} edits; at most ${MAX_EDITS} are taken. Propose it in parts.`,
    )
  const keys: string[] = []
  const values: (string | null)[] = []
  const forms = canonical === undefined ? values : []
  const fingerprints: number[] = []
  edits.forEach((value, key) => {
    keys.push(key)
    values.push(value)
    const form = value === null || canonical === undefined ? value : canonical(key, value)
    if (forms !== values) forms.push(form)
    if (pushHashes(fingerprints, key) >= FIRST_SURROGATE) checkKeyText(key, key)
    if (form === null) fingerprints.push(0, 0)
    else if (pushHashes(fingerprints, form) >= FIRST_SURROGATE || form !== value)
      checkKeyText(key, value ?? '')
  })
  const [sum, otherSum] = sumsOf(fingerprints)
  return { keys, values, forms, fingerprints, sum, otherSum }
}

/** Adds two hashes of the text, and returns a number that is no less than any of its code units. */
function pushHashes(fingerprints: number[], text: string): number {
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  let units = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    units |= unit
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second ^ unit, 0x85ebca6b)
  }
  fingerprints.push(first ^ (first >>> 15), second ^ (second >>> 13))
  return units
}

/** Sums of one number per edit, so that the order of the edits does not matter. */
function sumsOf(fingerprints: readonly number[]): [number, number] {
  let sum = 0
  let otherSum = 0
  for (let at = 0; at < fingerprints.length; at += FINGERPRINT_LENGTH) {
    const key = fingerprints[at] ?? 0
    const otherKey = fingerprints[at + 1] ?? 0
    const form = fingerprints[at + 2] ?? 0
    const otherForm = fingerprints[at + 3] ?? 0
    sum = (sum + Math.imul(key ^ Math.imul(form, 0x9e3779b1), 0x85ebca6b)) | 0
    otherSum = (otherSum + Math.imul(otherKey ^ Math.imul(otherForm, 0x85ebca6b), 0xc2b2ae35)) | 0
  }
  return [sum, otherSum]
}
