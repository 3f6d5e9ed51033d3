import type { Task } from '../model/task.ts'
import type { Json } from '../runtime/json.ts'
import type { EvolveOptions } from './options.ts'
import { resolveOptions } from './resolve-options.ts'
import { settingsOf } from './settings.ts'

/** What a run would do, before it does anything. */
export interface RunPreview {
  /** The settings that the run would use, defaults filled in. */
  readonly settings: Json
  /** Ids of the tasks that workers would try, and of those that only the gate would see. */
  readonly training: readonly string[]
  readonly heldOut: readonly string[]
  /** Rounds at most. */
  readonly rounds: number
  readonly workers: number
  /** Evaluations of each held-out task. */
  readonly trials: number
  readonly selfVerify: boolean
  /** Present when the held-out set is too small to decide much. */
  readonly warning?: string
}

/** Checks options as `evolve` does and returns what would follow from them; calls nothing. @throws OptionError, GovernanceError */
export function previewRun<T extends Task, Output = string>(options: EvolveOptions<T, Output>): RunPreview {
  const plan = resolveOptions(options)
  const { training, heldOut, warning } = plan.tasks
  const { trials, selfVerify } = plan.evaluation
  return {
    settings: settingsOf(plan),
    training: training.map(({ id }) => id),
    heldOut: heldOut.map(({ id }) => id),
    rounds: plan.scheduler.rounds,
    workers: plan.workers,
    trials,
    selfVerify,
    ...(warning === undefined ? {} : { warning }),
  }
}
