import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One recorded input with the output it must have. */
export interface VectorCase {
  readonly name: string
  readonly kind: string | undefined
  readonly input: unknown
  readonly expected: unknown
}

/** One file of cases. A file of another form has none, and `problem` says so. */
export interface VectorFile {
  readonly name: string
  readonly tolerance: number
  readonly cases: readonly VectorCase[]
  readonly problem?: string
}

/** Reads every JSON file of a folder, by name. Throws when the folder or a file cannot be read. */
export function readVectors(folder: string): readonly VectorFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.toSorted().map((name) => {
    const content: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return vectorFile(name.slice(0, -'.json'.length), content)
  })
}

function vectorFile(name: string, content: unknown): VectorFile {
  const { cases, tolerance } = isRecord(content) ? content : {}
  const exact = { name, tolerance: typeof tolerance === 'number' ? tolerance : 0 }
  if (!Array.isArray(cases)) return { ...exact, cases: [], problem: 'has no list of cases' }
  return { ...exact, cases: cases.map((each, index) => vectorCase(each, `${name} ${index}`)) }
}

function vectorCase(value: unknown, place: string): VectorCase {
  if (!isRecord(value) || !('input' in value) || !('expected' in value))
    throw new TypeError(`Case ${place} must have an input and an expected output.`)
  const { input, expected } = value
  const kind = typeof value['kind'] === 'string' ? value['kind'] : undefined
  const label = value['name'] ?? kind
  return { name: typeof label === 'string' ? `${place}: ${label}` : place, kind, input, expected }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
