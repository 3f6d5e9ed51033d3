/** Numbers per edit in `PackedDiff.fingerprints`. */
export const FINGERPRINT_LENGTH = 4

/** A diff whose texts were checked and hashed once, ready for any number of passes over buckets. */
export interface PackedDiff {
  readonly keys: readonly string[]
  readonly values: readonly (string | null)[]
  /** What each value comes to: equal forms are one value, differently spelled. Deletions are null. */
  readonly forms: readonly (string | null)[]
  /** Per edit two signed 32-bit hashes of its key and two of its form. */
  readonly fingerprints: readonly number[]
  /** Two numbers that are equal for diffs with equal edits, whatever the order of these. */
  readonly sum: number
  readonly otherSum: number
}
