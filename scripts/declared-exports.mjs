// Reads the names that a declaration file exports, through `export *` too.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/**
 * Returns the names that a `.d.ts` file exports, values and types together, sorted; and the packages that it
 * re-exports whole.
 */
export function declaredExports(path) {
  const entries = exportEntries(path)
  const stars = entries.filter(({ importName }) => importName.kind === 'AllButDefault')
  const isOwn = ({ moduleRequest }) => moduleRequest.value.startsWith('.')
  const nested = stars.filter(isOwn).map(({ moduleRequest }) => declaredExports(target(path, moduleRequest)))
  const names = entries.filter((entry) => !stars.includes(entry)).map(({ exportName }) => nameOf(exportName))
  return {
    names: distinct([...names, ...nested.flatMap((each) => each.names)]),
    packages: distinct([
      ...stars.filter((star) => !isOwn(star)).map(({ moduleRequest }) => moduleRequest.value),
      ...nested.flatMap((each) => each.packages),
    ]),
  }
}

function exportEntries(path) {
  const { errors, module } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  return module.staticExports.flatMap(({ entries }) => entries)
}

function target(path, moduleRequest) {
  return join(dirname(path), moduleRequest.value.replace(/\.[jt]s$/, '.d.ts'))
}

function nameOf({ kind, name }) {
  return kind === 'Default' ? 'default' : name
}

function distinct(names) {
  return [...new Set(names)].toSorted()
}
