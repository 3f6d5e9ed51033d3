import type { NativeBinding } from './native-merge.ts'

/** Counts the changes of the addon's exports and of their meaning; `interfaceVersion()` of a fitting addon equals it. */
const INTERFACE_VERSION = 8

const EXPORTS = [
  'interfaceVersion',
  'mergeText',
  'mergeMany',
  'mergeTextOffThread',
  'mergeManyOffThread',
  'groupByFingerprint',
  'stableHash',
  'digest',
] as const satisfies readonly (keyof NativeBinding)[]

export type ParsedBinding =
  | { readonly outcome: 'fits'; readonly binding: NativeBinding }
  | { readonly outcome: 'unfit'; readonly reason: string }

/** Returns what an addon exports as a binding, or says which export or version does not fit. */
export function parseBinding(exports: unknown): ParsedBinding {
  if (!isBinding(exports)) return unfit(`it exports no function "${missingExport(exports)}"`)
  const version = exports.interfaceVersion()
  if (version !== INTERFACE_VERSION)
    return unfit(`its interface version is ${version}, this package needs ${INTERFACE_VERSION}`)
  return { outcome: 'fits', binding: exports }
}

function isBinding(exports: unknown): exports is NativeBinding {
  return missingExport(exports) === undefined
}

function missingExport(exports: unknown): string | undefined {
  return EXPORTS.find((name) => !hasFunction(exports, name))
}

function hasFunction(exports: unknown, name: string): boolean {
  if (typeof exports !== 'object' || exports === null) return false
  return typeof Object.getOwnPropertyDescriptor(exports, name)?.value === 'function'
}

function unfit(reason: string): ParsedBinding {
  return { outcome: 'unfit', reason }
}
