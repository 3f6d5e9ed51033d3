import type { PackedDiff } from './packed-diff.ts'

/** Returns the places of diffs with equal edits, as lists of at least two; `order` is that of `orderDiffs`. */
export function duplicatesAmong(packed: readonly PackedDiff[], order: readonly number[]): number[][] {
  const duplicates: number[][] = []
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && haveSameSums(packed[order[start] ?? 0], packed[order[end] ?? 0])) end += 1
    if (end - start > 1) duplicates.push(...classesOf(packed, order.slice(start, end)))
    start = end
  }
  return duplicates
}

function haveSameSums(left: PackedDiff | undefined, right: PackedDiff | undefined): boolean {
  return left?.sum === right?.sum && left?.otherSum === right?.otherSum
}

/** Sorts diffs into classes of equal edits, and returns the places of each class of several. */
function classesOf(packed: readonly PackedDiff[], places: readonly number[]): number[][] {
  const classes: number[][] = []
  for (const place of places) {
    const known = classes.find(([first = place]) => haveSameEdits(packed[first], packed[place]))
    if (known === undefined) classes.push([place])
    else known.push(place)
  }
  return classes.filter(({ length }) => length > 1).map((each) => each.sort((left, right) => left - right))
}

/** Whether each key of one diff has in the other a value of the same form. */
function haveSameEdits(left: PackedDiff | undefined, right: PackedDiff | undefined): boolean {
  if (left === undefined || right === undefined || left.keys.length !== right.keys.length) return false
  const forms = new Map(right.keys.map((key, at) => [key, right.forms[at]]))
  return left.keys.every((key, at) => forms.has(key) && forms.get(key) === left.forms[at])
}
