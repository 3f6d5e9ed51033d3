import type { LedgerStore } from '../ledger/store.ts'
import type { RunJournals } from '../journal/journal.ts'
import type { ScoreCache } from '../evaluation/score-cache.ts'
import type { AdaptiveTrustRegionOptions } from '../governance/adaptive-trust-region.ts'
import type { RunEvent } from '../model/event.ts'
import type { Task } from '../model/task.ts'
import type { Partition } from '../partition/partition.ts'
import type { Policies } from '../policies/policies.ts'
import type { Clock } from '../runtime/clock.ts'
import type { MergeOffload } from '../runtime/merge-kernel.ts'
import type { Limits } from '../runtime/budget.ts'
import type { EarlyStopOptions } from '../schedulers/stop-rules.ts'
import type { Scheduler } from '../schedulers/scheduler.ts'
import type { Strategy } from '../strategies/strategy.ts'
import type { Agent, Propose, Reward, Run } from './caller.ts'

/** What evolves. */
export interface ArtifactOptions {
  /** Default `artifact`. */
  readonly id?: string
  /** Where the run starts, by key; default: the strategy's. Ignored, with a warning, when the ledger has the artifact. */
  readonly initial?: Readonly<Record<string, string>> | Iterable<readonly [string, string]>
  /** Share of tasks that a change can affect, in [0, 1]; default 0.2. Above 0.3 every commit needs a strict gain. */
  readonly blastRadius?: number
  /** Patterns of the keys that the run may change, as in `src/**`; default: all. */
  readonly editable?: readonly string[]
  /** Patterns of the keys that the run may not change, whatever `editable` says; default: none. */
  readonly frozen?: readonly string[]
}

export interface EvaluationOptions {
  /** Share of the tasks that only the gate sees, in (0, 1); default 0.4. */
  readonly heldOutFraction?: number
  /** Shuffle the tasks by the seed before the split; default false: the last tasks are held out. */
  readonly shuffle?: boolean
  /** Held-out tasks scored at once; default 8. */
  readonly concurrency?: number
  /** Held-out tasks in the ranking sample; default 8, at most all. */
  readonly sampleSize?: number
  /** Evaluations per held-out task; default 1. */
  readonly trials?: number
  /** A better and costlier score of the rendered artifact, in [0, 1]; asked where a merge is audited. Default: the held-out rows. */
  readonly oracle?: (rendered: string) => number | Promise<number>
  /** Calls of `oracle`, two per audited merge; default 200. Refused without `oracle`. */
  readonly oracleCalls?: number
  /** A reward from here on counts as solved, in (0, 1]; default 0.999. */
  readonly solvedAt?: number
  /** Run the failed task again with the diff applied, to record what it gained; default true. */
  readonly selfVerify?: boolean
  /** Names scorer and environment in every row and cache key, before the agent's identity; default: the reward's identity, or `reward`. */
  readonly evaluator?: string
  /** Default: in memory, for this run. */
  readonly cache?: ScoreCache
}

/** Limits of one diff; with `adaptive` they are where the limits start. */
export interface TrustRegionOptions {
  readonly maxEdits?: number
  readonly maxCharacters?: number
  /** Shrink the limits after a veto and let them grow while merges commit; default false. */
  readonly adaptive?: boolean | Omit<AdaptiveTrustRegionOptions, 'initial'>
}

export interface MergeOptions {
  /** Cards that make a bucket due; default 2. */
  readonly batchSize?: number
  /** Rounds after which a bucket is due with fewer; default 1. */
  readonly maxWaitRounds?: number
  /** Commits a card may be behind; default 5 in the slow layer, 1 in the fast one. */
  readonly tolerance?: { readonly slow?: number; readonly fast?: number }
  /** Largest diff: edits, and characters per value; default 6 and 32,000. */
  readonly trustRegion?: TrustRegionOptions
  /** Tries for the head, the first included; default 3. */
  readonly commitAttempts?: number
  /** Upper bound of the first pause after a lost race, in milliseconds; default 50. */
  readonly commitBackoffMs?: number
  /** Stop measuring a candidate once nothing to come would let it beat its base; default false. */
  readonly boundedGate?: boolean
  /** Try a refused union again without one member, or drop it whole; default `retry`. */
  readonly refusedUnion?: 'retry' | 'drop'
  /** On a head that has moved: put the hunks of an edit, or its whole value; default `hunks`. */
  readonly reapply?: 'hunks' | 'value'
  /** Takes merges of large texts off the thread; default in core: none, so that a run replays. */
  readonly offload?: MergeOffload
}

export interface ExecutionOptions {
  /** Which worker gets which tasks; default: dealt in turn. */
  readonly partition?: Partition
  /** Failures in a row, or rounds without any success, that end a run in which nothing ever worked; default 3. */
  readonly maxWorkerErrors?: number
}

/** Nine everyday names, and one group per seam. */
export interface EvolveOptions<T extends Task = Task, Output = string> {
  /** At least 4, with different ids. */
  readonly tasks: readonly T[]
  readonly reward: Reward<T, Output>
  /** Runs the artifact and proposes changes; or give `run` and `propose`, which win over the agent's. */
  readonly agent?: Agent<T, Output>
  readonly run?: Run<T, Output>
  readonly propose?: Propose<T, Output>
  /** Default `appendRules()`. */
  readonly strategy?: Strategy
  /** Short for `scheduler: synchronous({ rounds })`; giving both is refused. */
  readonly rounds?: number
  /** Default 4. */
  readonly workers?: number
  /** Default 0. The same seed, tasks and answers give the same run. */
  readonly seed?: number
  readonly artifact?: ArtifactOptions
  readonly policies?: Partial<Policies>
  readonly scheduler?: Scheduler
  readonly stop?: Limits & EarlyStopOptions
  readonly evaluation?: EvaluationOptions
  readonly merge?: MergeOptions
  readonly execution?: ExecutionOptions
  readonly ledger: LedgerStore
  /** Where the run keeps its journal, and finds that of an earlier process to go on with. Default: the run cannot be resumed. */
  readonly journals?: RunJournals
  readonly clock: Clock
  /** Ends the run; the partial result is returned. */
  readonly signal?: AbortSignal
  /** Hears every decision. What it throws is reported as a warning and otherwise ignored. */
  readonly onEvent?: (event: RunEvent) => void
}
