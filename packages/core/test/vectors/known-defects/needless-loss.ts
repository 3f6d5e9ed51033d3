import { contradicts } from '../../../src/model/diff.ts'
import { replay as resolved } from '../conflict-resolution.ts'
import { cardsOf, type ScoredDiffs } from '../scored-diffs.ts'

/** "conflict resolution drops a compatible diff": names those diffs that are lost although no kept one contradicts them. */
export async function replay(
  input: ScoredDiffs,
): Promise<(expected: { readonly must_not_lose: readonly string[] }) => string | undefined> {
  const { kept } = await resolved(input)
  const diffs = cardsOf(input).map(({ diff }) => diff)
  const standing = diffs.filter(({ id }) => kept.includes(id))
  const lost = diffs.filter(
    (diff) => !kept.includes(diff.id) && !standing.some((one) => contradicts(one, diff)),
  )
  return ({ must_not_lose }) => {
    const missing = lost.filter(({ id }) => must_not_lose.includes(id))
    return missing.length === 0 ? undefined : `lost ${missing.map(({ id }) => id).join(', ')} needlessly`
  }
}
