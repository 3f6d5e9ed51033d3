import type { PackedDiff } from './packed-diff.ts'

/** A diff of a bucket, and its place in the bucket as it was given. */
export interface PlacedDiff {
  readonly diff: PackedDiff
  readonly place: number
}

/** Returns the diffs in an order that depends on what they hold, not on where they stand. */
export function orderDiffs(packed: readonly PackedDiff[]): PlacedDiff[] {
  return packed.map((diff, place) => ({ diff, place })).sort(compareDiffs)
}

function compareDiffs(
  { diff: left, place }: PlacedDiff,
  { diff: right, place: otherPlace }: PlacedDiff,
): number {
  return (
    left.sums[0] - right.sums[0] ||
    left.sums[1] - right.sums[1] ||
    left.keys.length - right.keys.length ||
    compareTexts(left.keys, right.keys) ||
    compareTexts(left.values, right.values) ||
    place - otherPlace
  )
}

function compareTexts(left: readonly (string | null)[], right: readonly (string | null)[]): number {
  for (let at = 0; at < left.length; at += 1) {
    const text = left[at] ?? null
    const other = right[at] ?? null
    if (text !== other) return text === null || (other !== null && text < other) ? -1 : 1
  }
  return 0
}

/** Returns the places of diffs with equal edits, as lists of at least two, from diffs in the order of `orderDiffs`. */
export function duplicatesAmong(ordered: readonly PlacedDiff[]): number[][] {
  const groups: PlacedDiff[][] = []
  let runStart = 0
  for (const placed of ordered) {
    if (!haveSameSums(groups.at(-1)?.[0], placed)) runStart = groups.length
    let group = groups[runStart]
    for (let at = runStart; group !== undefined && !haveSameEdits(group[0], placed); group = groups[at])
      at += 1
    if (group === undefined) groups.push([placed])
    else group.push(placed)
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) => group.map(({ place }) => place).sort(byNumber))
}

function haveSameSums(left: PlacedDiff | undefined, { diff }: PlacedDiff): boolean {
  return left !== undefined && left.diff.sums[0] === diff.sums[0] && left.diff.sums[1] === diff.sums[1]
}

/** Whether each key of one diff has in the other a value of the same form. */
function haveSameEdits(left: PlacedDiff | undefined, { diff: right }: PlacedDiff): boolean {
  if (left === undefined || left.diff.keys.length !== right.keys.length) return false
  const forms = new Map(right.keys.map((key, at) => [key, right.forms[at]]))
  return left.diff.keys.every((key, at) => forms.has(key) && forms.get(key) === left.diff.forms[at])
}

function byNumber(left: number, right: number): number {
  return left - right
}
