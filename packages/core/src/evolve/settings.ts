import type { Task } from '../model/task.ts'
import { policiesFingerprint } from '../policies/policies-fingerprint.ts'
import type { Json } from '../runtime/json.ts'
import type { RunPlan } from './resolve-options.ts'

/** Returns the settings that a run really uses, defaults filled in, under the names of the options. */
export function settingsOf<T extends Task, Output>(plan: RunPlan<T, Output>): Json {
  const { artifact, evaluation, execution, merge, scheduler, stop } = plan
  const { cache, oracle, ...evaluated } = evaluation
  return {
    artifact: { id: artifact.id, blastRadius: artifact.blastRadius, ...artifact.permissions },
    strategy: plan.strategy.name,
    scheduler: { name: scheduler.name, rounds: scheduler.rounds },
    workers: plan.workers,
    seed: plan.seed,
    policies: policiesFingerprint(plan.policies),
    stop: { ...stop },
    evaluation: {
      ...evaluated,
      cache: cache === undefined ? 'memory' : 'given',
      oracle: oracle === undefined ? 'held-out rows' : 'given',
    },
    merge: {
      batchSize: merge.batchSize,
      maxWaitRounds: merge.maxWaitRounds,
      trustRegion: merge.trustRegion,
      ...merge.settings,
    },
    execution: { maxWorkerErrors: execution.maxWorkerErrors, partition: execution.partition.name },
    tasks: { training: plan.tasks.training.length, heldOut: plan.tasks.heldOut.length },
  }
}
