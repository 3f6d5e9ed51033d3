import type { Json } from '../runtime/json.ts'

/**
 * Returns a copy of the value if JSON holds all of it, so that it can be read back as it was; otherwise where it fails, and why.
 * An absent value is `null`, and so are members that are undefined: they are left out.
 */
export function plainJson(
  value: unknown,
): { readonly json: Json } | { readonly path: string; readonly fault: string } {
  const found = faultIn(value, '', [])
  if (found !== undefined) return found
  const json: Json = value === undefined ? null : JSON.parse(JSON.stringify(value))
  return { json }
}

interface Fault {
  readonly path: string
  readonly fault: string
}

const DEEPEST = 200

function faultIn(value: unknown, path: string, above: readonly object[]): Fault | undefined {
  if (typeof value === 'object' && value !== null) return faultInObject(value, path, above)
  if (typeof value === 'number' && !Number.isFinite(value)) return { path, fault: `the number ${value}` }
  const isPlain = ['boolean', 'number', 'string', 'undefined'].includes(typeof value) || value === null
  return isPlain ? undefined : { path, fault: `a ${typeof value}` }
}

function faultInObject(value: object, path: string, above: readonly object[]): Fault | undefined {
  if (above.includes(value)) return { path, fault: 'a cycle' }
  if (above.length > DEEPEST) return { path, fault: `more than ${DEEPEST} levels` }
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = Array.isArray(value) || prototype === null || prototype === Object.prototype
  if (!isPlain) return { path, fault: `an object of class ${value.constructor?.name ?? 'unknown'}` }
  if ('toJSON' in value) return { path, fault: 'an object with a toJSON method' }
  for (const [name, member] of Object.entries(value)) {
    const fault = faultIn(member, `${path}.${name}`, [...above, value])
    if (fault !== undefined) return fault
  }
  return undefined
}
