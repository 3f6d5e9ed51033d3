import type { FusionStatistics } from './fusion-statistics.ts'

/** Returns the statistics as text for a person, one line a question; every bucket is named, also the empty ones. */
export function describeFusions(statistics: FusionStatistics): string {
  const { trials, contested, unranked, winRate, meanGain, meanLoss, worstLoss } = statistics
  return [
    `fusions: ${trials} (contested ${contested}, unranked ${unranked})`,
    `without a union: single-candidate ${statistics.singleCandidate}, contradiction ${statistics.contradiction}, ` +
      `nothing-to-fuse ${statistics.nothingToFuse}, synthesis-failed ${statistics.synthesisFailed}, refused-value ${statistics.refusedValue}`,
    `rungs: ${Object.entries(statistics.rungs)
      .map(([rung, count]) => `${rung} ${count}`)
      .join(', ')}; fused without a model call ${statistics.withoutModelCalls}`,
    `winners when ranked: union ${statistics.fusedWins}, single ${statistics.singleWins}, neither ${statistics.neither}`,
    `union against the best single: win rate ${shown(winRate)}, mean gain ${shown(meanGain)}, ties ${statistics.ties}, ` +
      `negative ${statistics.negative} (mean ${shown(meanLoss)}, worst ${shown(worstLoss)})`,
    `union below the base: ${statistics.belowBaseline}`,
  ].join('\n')
}

function shown(value: number | undefined): string {
  return value === undefined ? 'none' : value.toFixed(3)
}
