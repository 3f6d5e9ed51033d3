import { refuseFrozen } from '../governance/layers.ts'
import type { PermissionOptions } from '../governance/permissions.ts'
import type { RunJournals } from '../journal/journal.ts'
import type { LedgerStore } from '../ledger/store.ts'
import type { ArtifactState } from '../model/artifact.ts'
import { OptionError } from '../model/errors.ts'
import { artifactId, type ArtifactId } from '../model/ids.ts'
import { PersistentMap } from '../model/persistent-map.ts'
import type { Task } from '../model/task.ts'
import { dataParallel } from '../partition/data-parallel.ts'
import type { Partition } from '../partition/partition.ts'
import type { Policies } from '../policies/policies.ts'
import { resolvePolicies } from '../policies/resolve-policies.ts'
import type { Limits } from '../runtime/budget.ts'
import type { Clock } from '../runtime/clock.ts'
import { Random } from '../runtime/random.ts'
import type { Scheduler } from '../schedulers/scheduler.ts'
import type { EarlyStopOptions } from '../schedulers/stop-rules.ts'
import { synchronous } from '../schedulers/synchronous.ts'
import { checkedEdits } from '../strategies/checked-edits.ts'
import { checkedStrategy } from '../strategies/checked-strategy.ts'
import { appendRules } from '../strategies/append-rules.ts'
import type { Strategy } from '../strategies/strategy.ts'
import type { Propose, Reward, Run } from './caller.ts'
import { countOf, numberWithin, refuse, refuseUnknown, refuseUnlike } from './checks.ts'
import type { ArtifactOptions, EvolveOptions } from './options.ts'
import { resolvePermissions } from './resolve-governance.ts'
import { resolveEvaluator } from './resolve-evaluator.ts'
import { resolveEvaluation, resolveExecution, resolveMerge, resolveStop } from './resolve-groups.ts'
import type { EvaluationSettings, ExecutionSettings, MergeGroup } from './resolve-groups.ts'
import { splitTasks, type Split } from './split.ts'

/** A run with every default filled in and every value checked. */
export interface RunPlan<T extends Task = Task, Output = string> {
  readonly tasks: Split<T>
  readonly run: Run<T, Output>
  readonly propose: Propose<T, Output>
  readonly reward: Reward<T, Output>
  readonly strategy: Strategy
  readonly workers: number
  readonly seed: number
  readonly artifact: {
    readonly id: ArtifactId
    readonly initial?: ArtifactState
    readonly blastRadius: number
    readonly permissions: Required<PermissionOptions>
  }
  readonly policies: Policies
  readonly scheduler: Scheduler
  readonly stop: Limits & EarlyStopOptions
  readonly evaluation: EvaluationSettings
  readonly merge: MergeGroup
  readonly execution: ExecutionSettings & { readonly partition: Partition }
  readonly ledger: LedgerStore
  readonly journals?: RunJournals
  readonly clock: Clock
}

/** Fills in the defaults and checks everything that can be known before the first rollout. @throws OptionError, GovernanceError */
export function resolveOptions<T extends Task, Output>(
  options: EvolveOptions<T, Output>,
): RunPlan<T, Output> {
  refuseUnknown(options, '')
  refuseOddSeams(options)
  const scheduler = resolveScheduler(options)
  refuseUnhonoured(options, scheduler)
  const { run, propose } = resolveActors(options)
  if (typeof options.reward !== 'function')
    refuse({
      code: 'missing-function',
      argument: 'reward',
      value: options.reward,
      must: 'a function (task, output) => number in [0, 1]',
    })
  const evaluation = { ...resolveEvaluation(options.evaluation), evaluator: resolveEvaluator(options) }
  const seed = countOf('seed', options.seed, 0) ?? 0
  const { heldOutFraction } = evaluation
  const shuffle = evaluation.shuffle ? { shuffle: Random.seeded(seed).fork('split') } : {}
  return {
    tasks: splitTasks(options.tasks, { heldOutFraction, ...shuffle }),
    run,
    propose,
    reward: options.reward,
    scheduler,
    seed,
    evaluation,
    strategy: checkedStrategy(options.strategy ?? appendRules()),
    workers: countOf('workers', options.workers) ?? 4,
    artifact: resolveArtifact(options.artifact),
    policies: resolvePolicies(options.policies, { driver: scheduler.name, slots: HONOURED_SLOTS }),
    stop: resolveStop(options.stop),
    merge: resolveMerge(options.merge),
    execution: { partition: dataParallel(), ...resolveExecution(options.execution) },
    ledger: options.ledger,
    ...(options.journals && { journals: options.journals }),
    clock: options.clock,
  }
}

/** Parts of the caller's own, whose absence or shape would otherwise show only when the run has cost something. */
function refuseOddSeams({
  strategy,
  scheduler,
  ledger,
  clock,
  signal,
  onEvent,
}: Pick<EvolveOptions, 'strategy' | 'scheduler' | 'ledger' | 'clock' | 'signal' | 'onEvent'>): void {
  refuseUnlike('strategy', strategy, ['initial', 'render', 'toEdits'])
  refuseUnlike('scheduler', scheduler, ['run'])
  refuseUnlike('ledger', ledger ?? null, ['read', 'register', 'compareAndSwap', 'promote', 'log'])
  refuseUnlike('clock', clock ?? null, ['now', 'sleep'])
  refuseUnlike('signal', signal, ['addEventListener', 'throwIfAborted'])
  if (onEvent !== undefined && typeof onEvent !== 'function')
    refuse({ code: 'missing-function', argument: 'onEvent', value: onEvent, must: 'a function (event)' })
}

/** Every slot but `selection`: a run has one head. */
const HONOURED_SLOTS: readonly (keyof Policies)[] = [
  ...(['taskSampling', 'proposal', 'screen', 'staleness', 'conflict', 'fusion'] as const),
  ...(['acceptance', 'promotion'] as const),
]

function resolveScheduler({ scheduler, rounds }: Pick<EvolveOptions, 'scheduler' | 'rounds'>): Scheduler {
  if (scheduler !== undefined && rounds !== undefined)
    throw new OptionError({
      code: 'rounds-and-scheduler',
      argument: 'rounds',
      value: String(rounds),
      message: `rounds is ${rounds} and scheduler is given too; rounds is short for scheduler: synchronous({ rounds }).`,
      fix: `Give the rounds to the scheduler: ${scheduler.name}({ rounds: ${rounds} }).`,
    })
  if (scheduler !== undefined) return scheduler
  const checked = countOf('rounds', rounds)
  return synchronous(checked === undefined ? {} : { rounds: checked })
}

/** An option without effect would leave no trace in the result, so it is refused. */
function refuseUnhonoured(
  { workers, execution }: Pick<EvolveOptions, 'workers' | 'execution'>,
  { name, honours }: Scheduler,
): void {
  const given = {
    workers: workers !== undefined && workers !== 1,
    partition: execution?.partition !== undefined,
  }
  const paths = { workers: 'workers', partition: 'execution.partition' } as const
  for (const option of ['workers', 'partition'] as const) {
    if (!given[option] || honours.has(option)) continue
    throw new OptionError({
      code: 'unhonoured-option',
      argument: paths[option],
      value: option === 'workers' ? String(workers) : 'given',
      message: `The scheduler ${name}() does not use ${paths[option]}, so it would have no effect.`,
      fix: `Leave it out, or choose synchronous().`,
    })
  }
}

function resolveActors<T extends Task, Output>({
  agent,
  run = agent?.run,
  propose = agent?.propose,
}: EvolveOptions<T, Output>): { run: Run<T, Output>; propose: Propose<T, Output> } {
  const fix = 'Give agent: { run, propose }, or both functions.'
  if (typeof run !== 'function')
    refuse({
      code: 'missing-function',
      argument: 'run',
      value: run,
      must: 'a function (rendered, task) => output',
      fix,
    })
  if (typeof propose !== 'function')
    refuse({
      code: 'missing-function',
      argument: 'propose',
      value: propose,
      must: 'a function (failure) => text or null',
      fix,
    })
  return { run, propose }
}

function resolveArtifact(given: ArtifactOptions = {}): RunPlan['artifact'] {
  refuseUnknown(given, 'artifact')
  const id = artifactId(given.id ?? 'artifact')
  const blastRadius = numberWithin('artifact.blastRadius', given.blastRadius, { min: 0, max: 1 }) ?? 0.2
  refuseFrozen(id, blastRadius)
  const { initial } = given
  const permissions = resolvePermissions(given)
  if (initial === undefined) return { id, blastRadius, permissions }
  const entries = Symbol.iterator in initial ? initial : Object.entries(initial)
  return { id, blastRadius, permissions, initial: stateFrom(entries) }
}

function stateFrom(entries: Iterable<readonly [string, string]>): ArtifactState {
  const state: [string, string][] = []
  for (const [key, value] of checkedEdits('artifact.initial', new Map(entries)))
    if (value !== null) state.push([key, value])
  return PersistentMap.from(state)
}
