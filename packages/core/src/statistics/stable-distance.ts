import type { ArtifactState } from '../model/artifact.ts'

/**
 * Returns the share of the keys of either state whose values differ, in [0, 1]; 0 for two empty states. Only what
 * differs is visited, so two versions of one large artifact compare in the time of their difference.
 */
export function stableDistance(a: ArtifactState, b: ArtifactState): number {
  let differing = 0
  let onlyInB = 0
  a.differences(b, (key) => {
    differing += 1
    if (!a.has(key)) onlyInB += 1
  })
  const union = a.size + onlyInB
  return union === 0 ? 0 : differing / union
}
