/** Returns the known word with the fewest single-character changes from `word`; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, changes: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((left, right) => left.changes - right.changes)
  const [best] = ranked
  return best !== undefined && best.changes <= Math.max(2, word.length / 3) ? best.candidate : undefined
}

/** Levenshtein's distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [above, letter] of [...left].entries()) {
    const next = [above + 1]
    for (const [index, other] of [...right].entries())
      next.push(
        Math.min(
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
          (row[index] ?? 0) + (letter === other ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
