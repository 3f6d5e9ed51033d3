import { OptionError, shown } from '../model/errors.ts'

/** How the rounds of a run are played. */
export interface RoundPlan {
  readonly rounds: number
  /** Rollouts under way at once; absent for as many as there are workers. */
  readonly concurrency?: number
  /** Rounds for which a worker keeps its snapshot. */
  readonly refreshInterval: number
}

/** @throws OptionError `not-a-count` unless every figure is a whole number of at least 1. */
export function checkedRoundPlan(plan: RoundPlan, scheduler: string): RoundPlan {
  for (const [name, value] of Object.entries(plan))
    if (!Number.isInteger(value) || value < 1)
      throw new OptionError({
        code: 'not-a-count',
        argument: `${scheduler}.${name}`,
        value: shown(value),
        message: `${scheduler}({ ${name}: ${shown(value)} }) must be a whole number of at least 1.`,
        fix: `Leave ${name} out for its default, or give 1 or more.`,
      })
  return plan
}
