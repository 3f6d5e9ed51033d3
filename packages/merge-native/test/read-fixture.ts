import { readFileSync } from 'node:fs'

/** Returns the cases of a file of `fixtures/merge`. */
export function readCases<T>(name: string): readonly T[] {
  const file = new URL(`../../../fixtures/merge/${name}`, import.meta.url)
  const { cases }: { cases: readonly T[] } = JSON.parse(readFileSync(file, 'utf8'))
  return cases
}
