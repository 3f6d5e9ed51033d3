import { checkedRoundPlan } from './round-plan.ts'
import { playRounds } from './rounds.ts'
import type { Scheduler } from './scheduler.ts'

export interface SerialOptions {
  /** Rollouts, each followed by its own merge; default 15. */
  readonly rounds?: number
}

/** Returns the loop of the published single-worker algorithms: one rollout, one merge, and again. */
export function serial(options: SerialOptions = {}): Scheduler {
  const plan = checkedRoundPlan({ rounds: 15, ...options, concurrency: 1, refreshInterval: 1 }, 'serial')
  return {
    name: 'serial',
    honours: new Set(),
    rounds: plan.rounds,
    run: (engine, signal) => playRounds({ ...engine, workers: 1 }, plan, signal),
  }
}
