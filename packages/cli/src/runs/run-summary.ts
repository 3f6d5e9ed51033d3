import {
  credibleInterval,
  type Interval,
  type OutcomeCounts,
  pairedComparison,
  type PairedComparison,
  type StopReason,
  tallyOf,
} from '@agentdescent/core'
import { type EvolutionResult, messageOf } from '@agentdescent/sdk'
import type { Measurement } from '@agentdescent/core'
import type { RunRecord } from './run-record.ts'

/** How a run ended: what it gained, what it cost, and where everything is. */
export interface RunSummary {
  readonly name: string
  /** What `show` and `apply` take. */
  readonly run: string
  readonly folder: string
  readonly state: RunRecord['state']
  readonly stopReason: StopReason
  readonly error?: string
  /** Absent where it was not measured. */
  readonly before?: HeldOutScore
  readonly after?: HeldOutScore
  /** Held-out reward at the end minus at the start. */
  readonly gain?: number
  /** The same held-out tasks before and after; absent where either was not measured. */
  readonly paired?: PairedComparison
  readonly version: number
  readonly rounds: number
  readonly rollouts: number
  readonly proposals: { readonly made: number; readonly accepted: number }
  readonly outcomes: OutcomeCounts
  /** Merges that the gate decided. */
  readonly judged: number
  readonly calls: number
  readonly callsByRole: { readonly agent: number; readonly reflector: number }
  readonly requests: number
  readonly tokens: { readonly prompt: number; readonly completion: number }
  readonly seconds: number
  /** Answers that scored 0 because the scoring program took too long. */
  readonly timeouts: number
  readonly warnings: readonly string[]
}

interface HeldOutScore {
  readonly successes: number
  readonly of: number
  /** 95 % credible interval of the rate. */
  readonly interval: Interval
}

interface Circumstances {
  readonly name: string
  readonly run: string
  readonly folder: string
  readonly state: RunRecord['state']
  readonly calls: { readonly agent: number; readonly reflector: number }
  readonly timeouts: number
}

export function summaryOf(result: EvolutionResult, circumstances: Circumstances): RunSummary {
  const { cost, error, finalReward, history, initialReward, proposals, reports, rollouts } = result
  const { calls: callsByRole, ...where } = circumstances
  const before = scoreOf(result.initialRows)
  const after = scoreOf(result.finalRows)
  const gain =
    initialReward === undefined || finalReward === undefined
      ? {}
      : {
          gain: finalReward - initialReward,
          paired: pairedComparison(result.initialRows, result.finalRows),
        }
  return {
    ...where,
    stopReason: result.stopReason,
    ...(error === undefined ? {} : { error: messageOf(error) }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...gain,
    version: result.version,
    rounds: history.length,
    rollouts,
    proposals: {
      made: proposals.length,
      accepted: proposals.filter(({ verdict }) => verdict === 'committed').length,
    },
    outcomes: result.outcomes(),
    judged: reports.filter(({ outcome }) => outcome === 'committed' || outcome === 'below-threshold').length,
    calls: result.calls,
    callsByRole,
    requests: cost.providerRequests,
    tokens: { prompt: cost.promptTokens, completion: cost.completionTokens },
    seconds: result.elapsedMs / 1000,
    warnings: result.warnings,
  }
}

function scoreOf(rows: readonly Measurement[]): HeldOutScore | undefined {
  if (rows.length === 0) return undefined
  const tally = tallyOf(rows)
  return { successes: tally.successes, of: rows.length, interval: credibleInterval(tally) }
}
