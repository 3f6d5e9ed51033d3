import type { ArtifactId } from './ids.ts'

/** The version of each artifact that a snapshot or a diff has seen. */
export type VersionVector = ReadonlyMap<ArtifactId, number>

/**
 * Returns how many commits the head is past `base` on the worst artifact that `base` names; 0 for an empty base.
 * Negative when the base names a version that the head has not reached.
 */
export function staleness(head: VersionVector, base: VersionVector): number {
  if (base.size === 0) return 0
  return Math.max(...[...base].map(([id, seen]) => (head.get(id) ?? 0) - seen))
}

/** Says whether the head has reached every version that `base` names. */
export function reaches(head: VersionVector, base: VersionVector): boolean {
  return [...base].every(([id, seen]) => (head.get(id) ?? 0) >= seen)
}

/** Returns `base` with each touched artifact that the head knows moved to the head's version. */
export function rebasedVersion(
  base: VersionVector,
  head: VersionVector,
  touched: readonly ArtifactId[],
): VersionVector {
  const moved = touched.flatMap((id) => {
    const version = head.get(id)
    return version === undefined ? [] : [[id, version] as const]
  })
  return new Map([...base, ...moved])
}
