// Fails when core outgrows its budgets: a file, the median file, or the path of one diff.
import process from 'node:process'
import { judgeSizes, pathOfOneDiff } from './sizes.mjs'
import { rawLines, sourceFiles } from './source-files.mjs'

const paths = sourceFiles(['packages/core/src']).filter((path) => path.endsWith('.ts'))
const { files, median, path, pathLines, complaints } = judgeSizes(
  new Map(paths.map((file) => [file, rawLines(file)])),
)
process.stdout.write(`${files} files, median ${median} lines; `)
process.stdout.write(`the path of one diff: ${pathLines} lines in ${path} of ${pathOfOneDiff.length} files\n`)
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
if (complaints.length > 0) process.exitCode = 1
