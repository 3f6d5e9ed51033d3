import type { EvolutionResult } from './evolution-result.ts'

const partialResults = new WeakMap<object, EvolutionResult>()

/** Attaches what a run had reached to the error that ended it, and returns the error. */
export function keepPartialResult(error: unknown, partial: EvolutionResult): unknown {
  if (typeof error === 'object' && error !== null) partialResults.set(error, partial)
  return error
}

/** Returns what a run had reached when it ended by throwing this error; undefined for any other error. */
export function partialResultOf(error: unknown): EvolutionResult | undefined {
  return typeof error === 'object' && error !== null ? partialResults.get(error) : undefined
}
