import { taskFingerprint } from '../evaluation/task-fingerprint.ts'
import type { Fingerprints, RunLimits } from '../journal/records.ts'
import type { Task } from '../model/task.ts'
import { policiesFingerprint } from '../policies/policies-fingerprint.ts'
import { canonicalJson } from '../runtime/canonical-json.ts'
import { contentDigest } from '../runtime/digest.ts'
import type { Json } from '../runtime/json.ts'
import { stateDigestOf } from '../runtime/state-digest.ts'
import type { Scheduler } from '../schedulers/scheduler.ts'
import type { RunPlan } from './resolve-options.ts'

/** Returns what decides which run this is: with all of it equal, equal answers lead to the same artifact. */
export function fingerprintsOf<T extends Task, Output>(plan: RunPlan<T, Output>): Fingerprints {
  const { artifact, evaluation, execution, merge, scheduler, strategy } = plan
  const { concurrency, evaluator, sampleSize, selfVerify, solvedAt, trials } = evaluation
  const { batchSize, maxWaitRounds, settings, trustRegion } = merge
  return {
    tasks: tasksText(plan.tasks.training),
    'held-out tasks': tasksText(plan.tasks.heldOut),
    'artifact.initial': stateDigestOf(artifact.initial ?? strategy.initial()),
    artifact: textOf({ blastRadius: artifact.blastRadius, ...artifact.permissions }),
    strategy: strategy.name,
    ...(strategy.rendering === undefined ? {} : { 'strategy.options': textOf(strategy.rendering.options) }),
    evaluator,
    // What a function closes over cannot be seen: who changes that gives the evaluator another name.
    scorer: plan.reward.identity ?? `a function, ${contentDigest(String(plan.reward)).slice(0, 16)}`,
    evaluation: textOf({ sampleSize, selfVerify, solvedAt, trials }),
    policies: policiesFingerprint(plan.policies),
    merge: textOf({ batchSize, maxWaitRounds, settings, trustRegion, ...bounded(settings, concurrency) }),
    scheduler: schedulerText(scheduler),
    workers: String(plan.workers),
    partition: execution.partition.name,
    'execution.maxWorkerErrors': String(execution.maxWorkerErrors),
    seed: String(plan.seed),
  }
}

/** Returns the limits under which the plan lets a run go on. */
export function limitsOf<T extends Task, Output>({ scheduler, stop }: RunPlan<T, Output>): RunLimits {
  return { rounds: scheduler.rounds, ...stop }
}

/** Returns how much the plan asks for at once; it decides how long a run takes, and nothing else. */
export function widthOf<T extends Task, Output>({ evaluation, scheduler }: RunPlan<T, Output>): string {
  return `${scheduler.concurrency ?? ''} ${evaluation.concurrency}`
}

function schedulerText({ name, settings }: Scheduler): string {
  return settings === undefined ? name : `${name} ${textOf(settings)}`
}

function tasksText(tasks: readonly Task[]): string {
  return `${tasks.length} tasks, ${contentDigest(...tasks.map(taskFingerprint)).slice(0, 16)}`
}

/** How many cells are scored at once decides what is scored only where a scan may be cut short. */
function bounded(settings: object, concurrency: number | undefined): object {
  const isBounded = 'boundedGate' in settings && settings.boundedGate === true
  return isBounded ? { concurrency } : {}
}

function textOf(value: object): string {
  const plain: Json = JSON.parse(JSON.stringify(value))
  return canonicalJson(plain)
}
