import { conflictByAdvantage } from '../../src/policies/conflict/conflict-by-advantage.ts'
import { keepBest } from '../../src/policies/conflict/keep-best.ts'
import { outcomeOf } from './conflict-resolution.ts'
import type { ScoredDiffs } from './scored-diffs.ts'

export function replay(
  input: ScoredDiffs & { readonly margin: number },
): Promise<{ kept: readonly string[]; dropped: number }> {
  return outcomeOf(conflictByAdvantage(keepBest(), { margin: input.margin }), input)
}
