import { isRecord } from './vector-files.ts'

const infinities = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
])

/**
 * Returns where an output first differs from the recorded one, or undefined. Numbers may differ by the tolerance
 * times the larger of one and the expected size; `inf` and `-inf` are written as text; `reference_…` fields
 * are remarks.
 */
export function difference(actual: unknown, expected: unknown, tolerance: number): string | undefined {
  return at('output', { actual, expected, tolerance })
}

interface Pair {
  readonly actual: unknown
  readonly expected: unknown
  readonly tolerance: number
}

function at(place: string, { actual, expected, tolerance }: Pair): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return saying(place, actual, expected)
    return first(expected, (index) =>
      at(`${place}[${index}]`, { actual: actual[index], expected: expected[index], tolerance }),
    )
  }
  if (isRecord(expected)) return fieldsAt(place, { actual, expected, tolerance })
  return isSame({ actual, expected, tolerance }) ? undefined : saying(place, actual, expected)
}

function fieldsAt(place: string, { actual, expected, tolerance }: Pair): string | undefined {
  if (!isRecord(actual) || !isRecord(expected)) return saying(place, actual, expected)
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
  const compared = fields.filter((field) => !field.startsWith('reference_'))
  return first(compared, (index) => {
    const field = compared[index] ?? ''
    return at(`${place}.${field}`, { actual: own(actual, field), expected: own(expected, field), tolerance })
  })
}

function isSame({ actual, expected, tolerance }: Pair): boolean {
  if (actual === expected) return true
  const wanted = typeof expected === 'string' ? infinities.get(expected) : expected
  if (typeof actual !== 'number' || typeof wanted !== 'number') return false
  if (!Number.isFinite(wanted)) return actual === wanted
  return Math.abs(actual - wanted) <= tolerance * Math.max(1, Math.abs(wanted))
}

function own(record: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.hasOwn(record, field) ? record[field] : undefined
}

function first(
  items: readonly unknown[],
  complaint: (index: number) => string | undefined,
): string | undefined {
  for (const index of items.keys()) {
    const found = complaint(index)
    if (found !== undefined) return found
  }
  return undefined
}

function saying(place: string, actual: unknown, expected: unknown): string {
  return `${place}: expected ${shown(expected)}, got ${shown(actual)}`
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}
