import type { PackedDiff } from './packed-diff.ts'

/** Places below this fit beside a 32-bit sum into the 53 bits of a number. */
const MOST_PLACES = 0x10_0000

/** Returns the places of the diffs in an order that depends on what the diffs hold, not on where they stand. */
export function orderDiffs(packed: readonly PackedDiff[]): number[] {
  const compare = (left: number, right: number): number =>
    compareDiffs(packed[left], packed[right]) || left - right
  if (packed.length >= MOST_PLACES) return packed.map((_, place) => place).sort(compare)
  const order = orderByFirstSum(packed)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && firstSum(packed, order[end]) === firstSum(packed, order[start])) end += 1
    if (end - start > 1) order.splice(start, end - start, ...order.slice(start, end).sort(compare))
    start = end
  }
  return order
}

/** Sorts numbers that hold a diff's first sum above its place: several times faster than comparing the diffs. */
function orderByFirstSum(packed: readonly PackedDiff[]): number[] {
  const sortable = new Float64Array(packed.length)
  for (let place = 0; place < packed.length; place += 1)
    sortable[place] = (firstSum(packed, place) + 0x8000_0000) * MOST_PLACES + place
  sortable.sort()
  const order: number[] = []
  for (let at = 0; at < sortable.length; at += 1) order.push((sortable[at] ?? 0) % MOST_PLACES)
  return order
}

function firstSum(packed: readonly PackedDiff[], place = 0): number {
  return packed[place]?.sum ?? 0
}

function compareDiffs(left: PackedDiff | undefined, right: PackedDiff | undefined): number {
  if (left === undefined || right === undefined) return 0
  return (
    left.sum - right.sum ||
    left.otherSum - right.otherSum ||
    left.keys.length - right.keys.length ||
    compareTexts(left.keys, right.keys) ||
    compareTexts(left.values, right.values)
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
