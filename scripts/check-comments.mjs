// Fails when a comment in the sources tells history or runs over six lines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { complaintsOf } from './comments.mjs'
import { root, sourceFiles } from './source-files.mjs'

const generated = 'packages/merge-native/native/binding.d.ts'
const paths = sourceFiles(['packages', 'crates', 'scripts', 'test', 'examples', 'bench']).filter(
  (path) => /\.(ts|mjs|rs)$/.test(path) && path !== generated,
)
const complaints = paths.flatMap((path) => complaintsOf(path, readFileSync(join(root, path), 'utf8')))
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.stdout.write(`${paths.length} files read, ${complaints.length} complaints\n`)
if (complaints.length > 0) process.exitCode = 1
