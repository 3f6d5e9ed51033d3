// Fails when a document names a file that does not exist, or outgrows its budget.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { complaintsOf } from './documents.mjs'
import { root, sourceFiles } from './source-files.mjs'

const documents = sourceFiles(['*.md']).filter((path) => !path.startsWith('.changeset/'))
const complaints = documents.flatMap((path) =>
  complaintsOf(path, readFileSync(join(root, path), 'utf8'), (target) => existsSync(join(root, target))),
)
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.stdout.write(`${documents.length} documents read, ${complaints.length} complaints\n`)
if (complaints.length > 0) process.exitCode = 1
