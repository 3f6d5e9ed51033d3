import { applyEdits } from '../../src/model/artifact.ts'
import { exactlySame } from '../../src/model/diff.ts'
import type { FusionTrial } from '../../src/policies/fusion/fusion.ts'
import { union } from '../../src/policies/fusion/union.ts'
import { textMerger } from '../../src/runtime/text-merger.ts'
import { artifactOf } from '../../src/testing/evidence-fixtures.ts'
import { cardsOf, estimateOf, type ScoredDiffs } from './scored-diffs.ts'

export async function replay(input: ScoredDiffs & { readonly tournament: boolean }): Promise<unknown> {
  const [base, score] = [artifactOf(Object.entries(input.state)), estimateOf(input)]
  let scored = 0
  const { edits, fused, trial } = await union({ tournament: input.tournament }).fuse(cardsOf(input), {
    base,
    same: exactlySame,
    texts: textMerger(),
    refuse: () => undefined,
    estimate: (tried) => {
      scored += 1
      return score(tried)
    },
  })
  return {
    ops: Object.fromEntries(edits),
    candidate_state: Object.fromEntries(applyEdits(base.state, edits)),
    fused,
    reason: trial.obstacle ?? '',
    winner: trial.winner,
    ranked: trial.ranked,
    n_candidates: trial.candidates,
    cheap_evaluations_needed: scored > 0,
    ...(trial.ranked ? scoresOf(trial) : {}),
  }
}

function scoresOf({ bestSingle = 0, baseline, fusedScore }: FusionTrial): object {
  return {
    best_single: bestSingle,
    baseline,
    fused_score: fusedScore ?? null,
    gain: fusedScore === undefined ? null : fusedScore - bestSingle,
  }
}
