import { exactlySame } from '../../src/model/diff.ts'
import type { ConflictPolicy } from '../../src/policies/conflict/conflict.ts'
import { keepBest } from '../../src/policies/conflict/keep-best.ts'
import { textMerger } from '../../src/runtime/text-merger.ts'
import { artifactOf } from '../../src/testing/evidence-fixtures.ts'
import { cardsOf, estimateOf, type ScoredDiffs } from './scored-diffs.ts'

export function replay(input: ScoredDiffs): Promise<{ kept: readonly string[]; dropped: number }> {
  return outcomeOf(keepBest(), input)
}

/** Returns what a conflict rule makes of the diffs. */
export async function outcomeOf(
  rule: ConflictPolicy,
  input: ScoredDiffs,
): Promise<{ kept: readonly string[]; dropped: number }> {
  const estimate = estimateOf(input)
  const { kept, dropped } = await rule.resolve(cardsOf(input), {
    base: artifactOf(Object.entries(input.state)),
    same: exactlySame,
    texts: textMerger(),
    estimate: ({ edits }) => estimate(edits),
  })
  return { kept: kept.map(({ diff }) => diff.id), dropped: dropped.length }
}
