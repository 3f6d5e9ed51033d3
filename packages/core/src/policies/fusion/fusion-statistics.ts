import type { FusionRung, FusionTrial, UnionObstacle } from './fusion.ts'

/** What a run's fusions came to; a mean or a share is undefined while nothing was there to average. */
export interface FusionStatistics {
  readonly trials: number
  /** Trials in which a union was scored against the singles: the denominator of `winRate`. */
  readonly contested: number
  /** Unions that went forward without a comparison. */
  readonly unranked: number
  /** Trials without a union, by what stood in its way. */
  readonly singleCandidate: number
  readonly contradiction: number
  readonly nothingToFuse: number
  readonly synthesisFailed: number
  readonly refusedValue: number
  /** Trials by how what went forward came about. */
  readonly rungs: Readonly<Record<FusionRung, number>>
  /** Fusions that kept several workers' edits without asking a model for text. */
  readonly withoutModelCalls: number
  /** Winners among the ranked trials. */
  readonly fusedWins: number
  readonly singleWins: number
  readonly neither: number
  /** Contested trials in which the union scored as the best single, below it, and below the base. */
  readonly ties: number
  readonly negative: number
  readonly belowBaseline: number
  /** Union minus best single, over the contested trials. */
  readonly meanGain: number | undefined
  /** The same over the negative ones alone, and the worst of them. */
  readonly meanLoss: number | undefined
  readonly worstLoss: number | undefined
  /** Share of the contested trials that the union won. */
  readonly winRate: number | undefined
}

/** Returns the counts and means of the trials of a run. */
export function fusionStatistics(trials: readonly FusionTrial[]): FusionStatistics {
  const ranked = trials.filter((trial) => trial.ranked)
  const contested = ranked.filter(({ fusedScore }) => fusedScore !== undefined)
  const gains = contested.map(gainOf)
  const losses = gains.filter((gain) => gain < 0)
  const obstacles = (obstacle: UnionObstacle): number =>
    trials.filter((trial) => trial.obstacle === obstacle).length
  const rung = (name: FusionRung): number => trials.filter((trial) => trial.rung === name).length
  const wins = (winner: FusionTrial['winner']): number =>
    ranked.filter((trial) => trial.winner === winner).length
  return {
    trials: trials.length,
    contested: contested.length,
    unranked: trials.filter((trial) => !trial.ranked && trial.winner === 'fused').length,
    singleCandidate: obstacles('single-candidate'),
    contradiction: obstacles('contradiction'),
    nothingToFuse: obstacles('nothing-to-fuse'),
    synthesisFailed: obstacles('synthesis-failed'),
    refusedValue: obstacles('refused-value'),
    rungs: {
      single: rung('single'),
      identical: rung('identical'),
      union: rung('union'),
      'three-way': rung('three-way'),
    },
    withoutModelCalls: rung('union') + rung('three-way'),
    fusedWins: wins('fused'),
    singleWins: wins('single'),
    neither: wins('neither'),
    ties: gains.filter((gain) => gain === 0).length,
    negative: losses.length,
    belowBaseline: contested.filter(isBelowBaseline).length,
    meanGain: meanOf(gains),
    meanLoss: meanOf(losses),
    worstLoss: losses.length === 0 ? undefined : Math.min(...losses),
    winRate: contested.length === 0 ? undefined : wins('fused') / contested.length,
  }
}

function gainOf({ fusedScore = 0, bestSingle = 0 }: FusionTrial): number {
  return fusedScore - bestSingle
}

function isBelowBaseline({ fusedScore = 0, baseline = 0 }: FusionTrial): boolean {
  return fusedScore < baseline
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}
