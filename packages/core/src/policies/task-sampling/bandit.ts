import type { Json } from '../../runtime/json.ts'
import { ucb } from '../../statistics/ucb.ts'
import { badState } from '../bad-state.ts'
import { noTasks } from './no-tasks.ts'
import type { TaskSamplingPolicy } from './task-sampling.ts'

/** What was learnt about one task: the sum of what its rollouts counted, and their number. */
interface Arm {
  readonly sum: number
  readonly trials: number
}

/** How a sampler values the tasks. */
export interface BanditRules {
  readonly name: string
  readonly settings: Json
  /** Weight of the bonus for tasks that were rarely tried. */
  readonly exploration: number
  /** What a reward counts, in [0, 1]. */
  counted(reward: number): number
  /** What a task is worth whose rollouts counted so much on average. */
  valueOf(mean: number): number
}

/**
 * Returns the sampler that picks the task of the highest upper confidence bound, the first among equals; a task that
 * was never tried comes first. Every pick advances the clock of the bonus, every record counts for its task.
 */
export function bandit(rules: BanditRules): TaskSamplingPolicy {
  let picks = 0
  let arms = new Map<string, Arm>()
  return {
    name: rules.name,
    settings: rules.settings,
    pick: (taskIds) => {
      picks += 1
      const scores = taskIds.map((id) => scoreOf(arms.get(id), picks, rules))
      const best = taskIds[scores.indexOf(Math.max(...scores))]
      if (best === undefined) throw noTasks()
      return best
    },
    record: (taskId, reward) => {
      const { sum, trials } = arms.get(taskId) ?? { sum: 0, trials: 0 }
      arms.set(taskId, { sum: sum + rules.counted(reward), trials: trials + 1 })
    },
    state: () => [picks, [...arms].map(([id, { sum, trials }]) => [id, sum, trials])],
    restore: (state) => {
      const memory = memoryOf(state, rules.name)
      picks = memory.picks
      arms = memory.arms
    },
  }
}

function scoreOf(arm: Arm | undefined, picks: number, rules: BanditRules): number {
  const { sum, trials } = arm ?? { sum: 0, trials: 0 }
  const value = trials === 0 ? 0 : rules.valueOf(sum / trials)
  return ucb({ value, trials, total: picks + 1, exploration: rules.exploration })
}

function memoryOf(state: Json, rule: string): { readonly picks: number; readonly arms: Map<string, Arm> } {
  if (!Array.isArray(state)) throw badState(rule, state)
  const [picks, tasks]: readonly Json[] = state
  if (typeof picks !== 'number' || !Array.isArray(tasks)) throw badState(rule, state)
  return { picks, arms: new Map(tasks.map((row: Json) => armOf(row, rule))) }
}

function armOf(row: Json, rule: string): readonly [string, Arm] {
  if (!Array.isArray(row)) throw badState(rule, row)
  const [id, sum, trials]: readonly Json[] = row
  if (typeof id !== 'string' || typeof sum !== 'number' || typeof trials !== 'number')
    throw badState(rule, row)
  return [id, { sum, trials }]
}
