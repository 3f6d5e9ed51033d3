import { keyPattern } from '../../src/model/key-pattern.ts'

export function replay(input: { readonly path: string; readonly patterns: readonly string[] }): boolean {
  return input.patterns.some((pattern) => keyPattern(pattern)(input.path))
}
