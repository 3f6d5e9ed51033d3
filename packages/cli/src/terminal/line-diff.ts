/** One line of a comparison. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Beyond this many cells a comparison is not worth its time: what differs is then shown as a whole. */
const MOST_CELLS = 4_000_000

/** Returns the lines of both texts in order, with as few removed and added as possible. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  const start = commonLength(left, right)
  const end = Math.min(
    commonLength(left.toReversed(), right.toReversed()),
    Math.min(left.length, right.length) - start,
  )
  return [
    ...left.slice(0, start).map(same),
    ...changedLines(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...left.slice(left.length - end).map(same),
  ]
}

function commonLength(left: readonly string[], right: readonly string[]): number {
  const first = left.findIndex((line, index) => line !== right[index])
  return first < 0 ? Math.min(left.length, right.length) : first
}

/** Walks along a longest common subsequence. */
function changedLines(left: readonly string[], right: readonly string[]): readonly DiffLine[] {
  if (left.length * right.length > MOST_CELLS) return [...left.map(removed), ...right.map(added)]
  const lengths = commonLengths(left, right)
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < left.length || column < right.length) {
    const [old, young] = [left[row], right[column]]
    if (old !== undefined && old === young) {
      lines.push(same(old))
      row++
      column++
    } else if (
      old !== undefined &&
      (young === undefined || below(lengths, row, column) >= beside(lengths, row, column))
    ) {
      lines.push(removed(old))
      row++
    } else {
      lines.push(added(young ?? ''))
      column++
    }
  }
  return lines
}

/** For each pair of positions, how many lines the rests have in common. */
function commonLengths(left: readonly string[], right: readonly string[]): readonly Uint32Array[] {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1))
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--) {
      const isSame = left[row] === right[column]
      const longest = isSame
        ? at(rows, row + 1, column + 1) + 1
        : Math.max(below(rows, row, column), beside(rows, row, column))
      rows[row]?.fill(longest, column, column + 1)
    }
  return rows
}

function at(rows: readonly Uint32Array[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0
}

function below(rows: readonly Uint32Array[], row: number, column: number): number {
  return at(rows, row + 1, column)
}

function beside(rows: readonly Uint32Array[], row: number, column: number): number {
  return at(rows, row, column + 1)
}

function same(text: string): DiffLine {
  return { kind: 'same', text }
}

function removed(text: string): DiffLine {
  return { kind: 'removed', text }
}

function added(text: string): DiffLine {
  return { kind: 'added', text }
}
