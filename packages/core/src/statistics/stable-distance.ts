/** Returns the share of the keys of either state whose values differ, in [0, 1]; 0 for two empty states. */
export function stableDistance(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): number {
  let shared = 0
  let differing = 0
  for (const [key, value] of a) {
    const other = b.get(key)
    if (other !== undefined) shared += 1
    if (other !== value) differing += 1
  }
  const onlyInB = b.size - shared
  const union = a.size + onlyInB
  return union === 0 ? 0 : (differing + onlyInB) / union
}
