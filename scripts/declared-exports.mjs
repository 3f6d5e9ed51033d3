// Reads the names that a declaration file exports, through `export *` too.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Returns the names that a `.d.ts` file exports, values and types together, sorted. */
export function declaredExports(path) {
  const names = exportEntries(path).flatMap(({ exportName, importName, moduleRequest }) => {
    if (importName.kind === 'AllButDefault') return declaredExports(target(path, moduleRequest))
    return exportName.kind === 'Default' ? 'default' : exportName.name
  })
  return [...new Set(names)].toSorted()
}

function exportEntries(path) {
  const { errors, module } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  return module.staticExports.flatMap(({ entries }) => entries)
}

function target(path, moduleRequest) {
  if (!moduleRequest.value.startsWith('.'))
    throw new Error(`${path}: export * from "${moduleRequest.value}" hides the names; list them.`)
  return join(dirname(path), moduleRequest.value.replace(/\.[jt]s$/, '.d.ts'))
}
