// What the sizes of core's files must keep to, in raw lines.

export const budgets = { file: 300, median: 90, path: 900 }

/** The files one diff passes, from the scheduler that starts it to the ledger that stores it. */
export const pathOfOneDiff = [
  'schedulers/synchronous.ts',
  'worker/step.ts',
  'merge/intake.ts',
  'merge/pipeline.ts',
  'merge/stages/filter-stale.ts',
  'merge/stages/resolve-conflicts.ts',
  'merge/stages/fuse.ts',
  'merge/stages/gate.ts',
  'merge/stages/commit.ts',
  'ledger/ledger.ts',
].map((file) => `packages/core/src/${file}`)

/** Returns the figures and the complaints for a map of core's files to their raw lines. */
export function judgeSizes(linesOf) {
  const sources = [...linesOf].filter(([path]) => !path.endsWith('.test.ts'))
  const median = medianOf(sources.map(([, lines]) => lines))
  const path = pathOfOneDiff.filter((file) => linesOf.has(file))
  const pathLines = path.reduce((sum, file) => sum + linesOf.get(file), 0)
  return { files: sources.length, median, path: path.length, pathLines, complaints: complaints() }

  function complaints() {
    const long = [...linesOf].filter(([, lines]) => lines > budgets.file)
    return [
      ...long.map(([file, lines]) => `${file} has ${lines} lines, over ${budgets.file}`),
      ...(median >= budgets.median
        ? [`the median file has ${median} lines; keep it under ${budgets.median}`]
        : []),
      ...(pathLines > budgets.path
        ? [`the path of one diff has ${pathLines} lines, over ${budgets.path}`]
        : []),
    ]
  }
}

function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return 0
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
