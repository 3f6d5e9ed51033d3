import { fusionStatistics } from '../../src/policies/fusion/fusion-statistics.ts'
import type { FusionTrial, UnionObstacle } from '../../src/policies/fusion/fusion.ts'

interface Trial {
  readonly fused: number | null
  readonly best_single: number
  readonly baseline: number
  readonly winner: FusionTrial['winner']
  readonly ranked: boolean
  readonly reason: UnionObstacle | ''
}

/** The recorded means are 0 where ours are undefined; only the win rate is null there. */
export function replay({ trials }: { readonly trials: readonly Trial[] }): unknown {
  const statistics = fusionStatistics(trials.map(trialOf))
  return {
    trials: statistics.trials,
    contested: statistics.contested,
    unranked: statistics.unranked,
    single_candidate: statistics.singleCandidate,
    contradiction: statistics.contradiction,
    nothing_to_fuse: statistics.nothingToFuse,
    synthesis_failed: statistics.synthesisFailed,
    fused_wins: statistics.fusedWins,
    single_wins: statistics.singleWins,
    neither: statistics.neither,
    ties: statistics.ties,
    negative: statistics.negative,
    below_baseline: statistics.belowBaseline,
    mean_gain: statistics.meanGain ?? 0,
    mean_loss: statistics.meanLoss ?? 0,
    worst_loss: statistics.worstLoss ?? 0,
    win_rate: statistics.winRate ?? null,
  }
}

function trialOf({ fused, best_single, baseline, winner, ranked, reason }: Trial): FusionTrial {
  return {
    candidates: 2,
    ranked,
    winner,
    rung: winner === 'fused' ? 'union' : 'single',
    ...(reason === '' ? {} : { obstacle: reason }),
    ...(ranked ? { baseline, bestSingle: best_single } : {}),
    ...(fused === null ? {} : { fusedScore: fused }),
  }
}
