// Writes down every name that every entry point exports, values and types apart; `--check` only compares.
// A name that disappears breaks users, so a change here is read in review.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { declaredExports } from './declared-exports.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = new URL('./exports-snapshot.json', import.meta.url)

const text = `${JSON.stringify(await snapshot(), null, 2)}\n`
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  process.stderr.write(differences(JSON.parse(readFileSync(target, 'utf8')), JSON.parse(text)))
  process.stderr.write(
    'The exports changed. If that is meant: pnpm exports:write, and say so in a changeset.\n',
  )
  process.exitCode = 1
}

async function snapshot() {
  const entries = []
  for (const folder of readdirSync(join(root, 'packages')).toSorted()) {
    const home = join(root, 'packages', folder)
    const { name, exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    for (const [subpath, conditions] of Object.entries(exports)) {
      if (typeof conditions === 'string') continue
      entries.push([name + subpath.slice(1), await entryPoint(home, conditions)])
    }
  }
  return Object.fromEntries(entries)
}

/** A package that is re-exported whole stands as one name, `* from`; what it exports is in its own entry. */
async function entryPoint(home, { types: declaration, node, default: module = node }) {
  const declared = declaredExports(join(home, declaration))
  const loaded = Object.keys(await importFrom(home, node ?? module)).toSorted()
  const inherited = new Set((await Promise.all(declared.packages.map(valuesOf))).flat())
  const values = loaded.filter((name) => declared.names.includes(name))
  const undeclared = loaded.filter((name) => !values.includes(name) && !inherited.has(name))
  if (undeclared.length > 0)
    throw new Error(`${module} exports ${undeclared.join(', ')} without a declaration.`)
  const types = declared.names.filter((name) => !values.includes(name))
  return { values: [...declared.packages.map((name) => `* from ${name}`), ...values], types }
}

async function valuesOf(packageName) {
  const home = join(root, 'packages', packageName.replace(/^@agentdescent\//, ''))
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return Object.keys(await importFrom(home, exports['.'].node ?? exports['.'].default))
}

function importFrom(home, module) {
  return import(pathToFileURL(join(home, module)).href)
}

function differences(before, after) {
  const names = (entries) =>
    Object.entries(entries).flatMap(([entry, { values, types }]) => [
      ...values.map((name) => `${entry}: ${name}`),
      ...types.map((name) => `${entry}: type ${name}`),
    ])
  const [old, current] = [names(before), names(after)]
  return [
    ...old.filter((name) => !current.includes(name)).map((name) => `- ${name}\n`),
    ...current.filter((name) => !old.includes(name)).map((name) => `+ ${name}\n`),
  ].join('')
}
