import type { EvolutionResult, ResultData } from './evolution-result.ts'
import { meanReward } from '../model/measurement.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MergeReport, OutcomeCounts } from '../model/report.ts'
import { fusionStatistics } from '../policies/fusion/fusion-statistics.ts'
import { reportOf } from './report.ts'

/** Returns the result with what follows from its data. */
export function evolutionResult(data: ResultData): EvolutionResult {
  const { initialRows, finalRows, cost, reports, proposals, fusionTrials } = data
  const result: EvolutionResult = {
    ...data,
    ...(initialRows.length === 0 ? {} : { initialReward: meanReward(initialRows) }),
    ...(finalRows.length === 0 ? {} : { finalReward: meanReward(finalRows) }),
    calls: cost.actorCalls,
    tokens: cost.promptTokens + cost.completionTokens,
    outcomes: () => countOutcomes(reports, proposals),
    fusionStats: () => fusionStatistics(fusionTrials),
    report: () => reportOf(result),
  }
  return result
}

function countOutcomes(reports: readonly MergeReport[], proposals: readonly Proposal[]): OutcomeCounts {
  const counts: { -readonly [Key in keyof OutcomeCounts]: number } = {}
  for (const { outcome } of reports) counts[outcome] = (counts[outcome] ?? 0) + 1
  const violations = proposals.filter(({ verdict }) => verdict === 'section-violation').length
  return violations === 0 ? counts : { ...counts, 'section-violation': violations }
}
