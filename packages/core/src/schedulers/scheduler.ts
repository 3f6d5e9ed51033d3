import type { Verifier } from '../evaluation/verifier.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Aggregator } from '../merge/aggregator.ts'
import type { RunEvent } from '../model/event.ts'
import type { ArtifactId, RunId } from '../model/ids.ts'
import type { RoundReport, StopReason } from '../model/report.ts'
import type { Task } from '../model/task.ts'
import type { Partition } from '../partition/partition.ts'
import type { TaskSamplingPolicy } from '../policies/task-sampling/task-sampling.ts'
import type { RunLimits } from '../journal/records.ts'
import type { Budget } from '../runtime/budget.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Json } from '../runtime/json.ts'
import type { WorkerContext } from '../worker/assignment.ts'

/** What a run is made of, whatever schedules it. */
export interface Engine {
  readonly run: RunId
  readonly artifact: ArtifactId
  readonly ledger: Ledger
  readonly aggregator: Aggregator
  readonly verifier: Verifier
  /** Calls that measuring one state on the held-out tasks takes at most. */
  readonly measurementCalls: number
  readonly worker: WorkerContext
  readonly taskSampling: TaskSamplingPolicy
  readonly partition: Partition
  /** The training tasks. */
  readonly tasks: readonly Task[]
  readonly workers: number
  readonly budget: Budget
  /** Dead rounds in a row after which the run ends; failures in a row after which a worker gives up. */
  readonly maxWorkerErrors: number
  readonly clock: Clock
  /** Returns when the run is to end; a resumed run may have other limits than it had when it was interrupted. */
  limits(): RunLimits
  /**
   * Ends the rounds for the reason given, after so many: what waits is merged, and the head is published. Returns true when the
   * run goes on all the same, since it was resumed with higher limits.
   */
  conclude(ending: Ending, rounds: number): Promise<boolean>
  /** Returns cumulative figures for the learning curve. */
  progress(): { readonly rollouts: number; readonly calls: number; readonly elapsedMs: number }
  observe(event: RunEvent): void
}

/** Why a scheduler stopped; `error` when something had to be given up. */
export interface Ending {
  readonly stopReason: StopReason
  readonly error?: unknown
}

/** Options of a run that not every scheduler can honour. */
export type SchedulerOption = 'workers' | 'partition'

/**
 * Decides when steps and merges happen, and nothing else. Yields one report per round, returns why it stopped. Whoever stops
 * iterating stops the workers: nothing outlives the iteration.
 */
export interface Scheduler {
  readonly name: string
  /** Options that it honours; a run that sets another one is refused. */
  readonly honours: ReadonlySet<SchedulerOption>
  /** Rounds it will play at most, for progress and quotes. */
  readonly rounds: number
  /** Rollouts under way at once; absent for as many as there are workers. Changes nothing that a run comes to. */
  readonly concurrency?: number
  /** Settings that decide what a run comes to, other than rounds, where they are not the default: a run goes on under equal ones. */
  readonly settings?: Readonly<Record<string, Json>>
  run(engine: Engine, signal: AbortSignal): AsyncGenerator<RoundReport, Ending>
}
