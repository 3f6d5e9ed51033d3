import { ContractError, shown } from './errors.ts'

/** One example of what good means. Identity is the id alone. */
export interface Task {
  /** Unique in a run. */
  readonly id: string
  /** What the artifact is asked. */
  readonly prompt: string
  /** Whatever the scorer needs, the expected answer for example. */
  readonly meta?: Readonly<Record<string, unknown>>
}

/** A reward this far outside [0, 1] is rounding and is clamped; anything further is refused. */
const REWARD_TOLERANCE = 1e-6

/**
 * Returns the reward clamped to [0, 1].
 * @throws ContractError `bad-reward` for anything but a number within 1e-6 of [0, 1].
 */
export function checkedReward(value: unknown, task: Task): number {
  if (typeof value === 'number' && value >= -REWARD_TOLERANCE && value <= 1 + REWARD_TOLERANCE)
    return Math.min(1, Math.max(0, value)) + 0
  throw new ContractError({
    code: 'bad-reward',
    argument: 'reward',
    value: shown(value),
    message: `reward() returned ${shown(value)} for task ${shown(task.id)}; it must return a number in [0, 1].`,
    fix: 'Divide a score on another scale by its maximum.',
  })
}
