/** Throws unless `actual` and `expected` hold the same data; maps and persistent maps compare by their entries. */
export function claimEqual(actual: unknown, expected: unknown, claim: string): void {
  const [left, right] = [written(actual), written(expected)]
  if (left !== right) throw new Error(`${claim}: got ${left}, expected ${right}`)
}

/** Throws unless the promise rejects with an error of this code. */
export async function claimRefused(promise: Promise<unknown>, code: string, claim: string): Promise<void> {
  let thrown: unknown
  try {
    await promise
  } catch (error) {
    thrown = error
  }
  const found = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : thrown
  if (found !== code) throw new Error(`${claim}: expected an error "${code}", got ${written(found)}`)
}

function written(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value)
  if (value instanceof Map) return `{${[...value].map(writtenEntry).toSorted().join(', ')}}`
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (isEntries(value)) return `{${[...value].map(writtenEntry).toSorted().join(', ')}}`
  return `{${Object.entries(value).map(writtenEntry).toSorted().join(', ')}}`
}

function writtenEntry([key, value]: readonly [unknown, unknown]): string {
  return `${written(key)}: ${written(value)}`
}

function isEntries(value: object): value is Iterable<readonly [unknown, unknown]> {
  return Symbol.iterator in value
}
