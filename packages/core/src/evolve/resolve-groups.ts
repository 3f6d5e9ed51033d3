import type { ScoreCache } from '../evaluation/score-cache.ts'
import { DEFAULT_TOLERANCE } from '../governance/layers.ts'
import type { MergeSettings } from '../merge/context.ts'
import type { MergeOffload } from '../runtime/merge-kernel.ts'
import type { Partition } from '../partition/partition.ts'
import type { Limits } from '../runtime/budget.ts'
import type { EarlyStopOptions } from '../schedulers/stop-rules.ts'
import { countOf, flagOf, numberWithin, refuse, refuseUnknown, refuseUnlike } from './checks.ts'
import { resolveOracle, resolveTrustRegion, type TrustRegionSettings } from './resolve-governance.ts'
import type { EvaluationOptions, ExecutionOptions, MergeOptions } from './options.ts'

export interface EvaluationSettings {
  readonly heldOutFraction: number
  readonly shuffle: boolean
  readonly concurrency: number
  readonly sampleSize: number
  readonly trials: number
  readonly oracle?: (rendered: string) => number | Promise<number>
  readonly oracleCalls: number
  readonly solvedAt: number
  readonly selfVerify: boolean
  readonly evaluator: string
  readonly cache?: ScoreCache
}

export function resolveEvaluation(given: EvaluationOptions = {}): Omit<EvaluationSettings, 'evaluator'> {
  refuseUnknown(given, 'evaluation')
  const { heldOutFraction = 0.4, evaluator, cache } = given
  refuseUnlike('evaluation.cache', cache, ['getOrMeasure', 'has'])
  if (evaluator !== undefined && (typeof evaluator !== 'string' || evaluator === ''))
    refuse({ code: 'bad-name', argument: 'evaluation.evaluator', value: evaluator, must: 'a name' })
  return {
    heldOutFraction,
    shuffle: flagOf('evaluation.shuffle', given.shuffle) ?? false,
    selfVerify: flagOf('evaluation.selfVerify', given.selfVerify) ?? true,
    concurrency: countOf('evaluation.concurrency', given.concurrency) ?? 8,
    sampleSize: countOf('evaluation.sampleSize', given.sampleSize) ?? 8,
    trials: countOf('evaluation.trials', given.trials) ?? 1,
    ...resolveOracle(given),
    solvedAt:
      numberWithin('evaluation.solvedAt', given.solvedAt, { min: 0, max: 1, aboveMin: true }) ?? 0.999,
    ...(cache === undefined ? {} : { cache }),
  }
}

export interface MergeGroup {
  readonly batchSize: number
  readonly maxWaitRounds: number
  readonly trustRegion: TrustRegionSettings
  readonly settings: MergeSettings
  readonly offload?: MergeOffload
}

export function resolveMerge(given: MergeOptions = {}): MergeGroup {
  refuseUnknown(given, 'merge')
  const { tolerance = {}, refusedUnion = 'retry', reapply = 'hunks', offload } = given
  refuseUnlike('merge.offload', offload, ['mergeText', 'mergeMany', 'isWorthIt'])
  refuseUnknown(tolerance, 'merge.tolerance')
  if (refusedUnion !== 'retry' && refusedUnion !== 'drop')
    refuse({
      code: 'unknown-choice',
      argument: 'merge.refusedUnion',
      value: refusedUnion,
      must: '"retry" or "drop"',
    })
  if (reapply !== 'hunks' && reapply !== 'value')
    refuse({ code: 'unknown-choice', argument: 'merge.reapply', value: reapply, must: '"hunks" or "value"' })
  const pause = numberWithin('merge.commitBackoffMs', given.commitBackoffMs, { min: 0 })
  return {
    batchSize: countOf('merge.batchSize', given.batchSize) ?? 2,
    maxWaitRounds: countOf('merge.maxWaitRounds', given.maxWaitRounds) ?? 1,
    trustRegion: resolveTrustRegion(given.trustRegion),
    ...(offload === undefined ? {} : { offload }),
    settings: {
      refusedUnion,
      reapply,
      boundedGate: flagOf('merge.boundedGate', given.boundedGate) ?? false,
      commitBackoffMs: pause ?? 50,
      commitAttempts: countOf('merge.commitAttempts', given.commitAttempts) ?? 3,
      tolerance: {
        slow: countOf('merge.tolerance.slow', tolerance.slow, 0) ?? DEFAULT_TOLERANCE.slow,
        fast: countOf('merge.tolerance.fast', tolerance.fast, 0) ?? DEFAULT_TOLERANCE.fast,
      },
    },
  }
}

export interface ExecutionSettings {
  readonly maxWorkerErrors: number
  readonly partition?: Partition
}

export function resolveExecution(given: ExecutionOptions = {}): ExecutionSettings {
  refuseUnknown(given, 'execution')
  const { partition } = given
  refuseUnlike('execution.partition', partition, ['plan'])
  const maxWorkerErrors = countOf('execution.maxWorkerErrors', given.maxWorkerErrors) ?? 3
  return { maxWorkerErrors, ...(partition === undefined ? {} : { partition }) }
}

export function resolveStop(given: Limits & EarlyStopOptions = {}): Limits & EarlyStopOptions {
  refuseUnknown(given, 'stop')
  numberWithin('stop.targetReward', given.targetReward, { min: 0, max: 1 })
  numberWithin('stop.maxSeconds', given.maxSeconds, { min: 0, aboveMin: true })
  countOf('stop.patience', given.patience)
  countOf('stop.maxRollouts', given.maxRollouts)
  countOf('stop.maxCalls', given.maxCalls)
  countOf('stop.maxTokens', given.maxTokens)
  return given
}
