import { minimumDetectableGain } from '../statistics/minimum-detectable.ts'
import { pairedComparison } from '../statistics/paired-comparison.ts'
import type { EvolutionResult } from './evolution-result.ts'

/** Returns what the run's own figures suggest to do next, most urgent first; at least one sentence. */
export function adviceOn(result: EvolutionResult): readonly string[] {
  const found = [
    failureAdvice(result),
    gainAdvice(result),
    proposalAdvice(result),
    refusalAdvice(result),
    sizeAdvice(result),
    fusionAdvice(result),
  ].flat()
  return found.length > 0 ? found : ['Run on with more rounds, or with tasks that the artifact still fails.']
}

function failureAdvice({ stopReason, cost }: EvolutionResult): readonly string[] {
  if (stopReason === 'error') return ['The run was ended by an error; mend that first, then run again.']
  const share = cost.failures / Math.max(1, cost.actorCalls)
  return share > 0.2
    ? [
        `${(100 * share).toFixed(0)} % of the calls failed; lower the number of workers, or look at the backend.`,
      ]
    : []
}

function gainAdvice(result: EvolutionResult): readonly string[] {
  const { initialReward, finalReward, stopReason } = result
  if (finalReward === undefined || initialReward === undefined) return []
  if (finalReward === 1) return ['Every held-out task is solved; add harder tasks before running again.']
  if (finalReward > initialReward) return [riseAdvice(result)]
  const limits = ['max-calls', 'max-rollouts', 'max-seconds', 'max-tokens']
  return limits.includes(stopReason)
    ? [`Nothing was gained before \`${stopReason}\` ended the run; raise that limit.`]
    : []
}

/** Above it, chance alone is a fair explanation of a rise. */
const SIGNIFICANT = 0.05

function riseAdvice({ initialRows, finalRows }: EvolutionResult): string {
  const { better, pValue, worse } = pairedComparison(initialRows, finalRows)
  return pValue <= SIGNIFICANT
    ? 'The held-out score rose; look at the accepted edits before you use the artifact.'
    : `The held-out score rose within what chance alone gives (tasks better: ${better}, worse: ${worse}; p ${pValue.toFixed(2)}); measure it on more held-out tasks before you use the artifact.`
}

function proposalAdvice({ proposals, rollouts, history }: EvolutionResult): readonly string[] {
  if (rollouts === 0 || proposals.length > 0) return []
  const solved = history.at(-1)?.reward === 1
  return solved
    ? []
    : ['No proposal was made: either every training task is solved, or `propose` returns nothing.']
}

/** The outcomes ask for opposite cures, so each has its own sentence. */
function refusalAdvice(result: EvolutionResult): readonly string[] {
  const outcomes = result.outcomes()
  if ((outcomes.committed ?? 0) > 0) return []
  const cures = {
    'below-threshold':
      'Edits were tried and did not help: improve the proposer, or show it more of the failures.',
    'all-stale': 'Edits came too late: refresh workers more often, or raise `merge.tolerance`.',
    oversized: 'Edits were too large: raise `merge.trustRegion`, or ask the proposer for smaller ones.',
    'oracle-rejected': 'This artifact needs a strict gain on the full held-out set, and no edit had one.',
    'section-violation': 'Edits left their worker’s section: give the partition a route from tasks to keys.',
    'cas-conflict': 'Somebody else commits to the same ledger: give each run a ledger of its own.',
  } as const
  return Object.entries(cures).flatMap(([outcome, cure]) =>
    Object.entries(outcomes).some(([name, count]) => name === outcome && count > 0) ? [cure] : [],
  )
}

function sizeAdvice({ finalRows, version }: EvolutionResult): readonly string[] {
  if (finalRows.length === 0) return []
  const smallest = minimumDetectableGain({ tasks: finalRows.length, version })
  if (smallest.kind === 'impossible')
    return [
      `With ${finalRows.length} held-out tasks no gain can pass the gate at version ${version}; add tasks.`,
    ]
  return smallest.tasks > 1
    ? [
        `With ${finalRows.length} held-out tasks a gain of less than ${smallest.tasks} tasks cannot pass the gate; add tasks to see smaller ones.`,
      ]
    : []
}

function fusionAdvice(result: EvolutionResult): readonly string[] {
  const { trials, contradiction, contested, unranked } = result.fusionStats()
  return trials > 0 && contradiction > 0 && contested + unranked === 0
    ? [
        'Concurrent edits always touched the same key and none could be joined: hold the artifact in more keys.',
      ]
    : []
}
