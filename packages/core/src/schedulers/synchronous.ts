import { checkedRoundPlan } from './round-plan.ts'
import { playRounds } from './rounds.ts'
import type { Scheduler } from './scheduler.ts'

export interface SynchronousOptions {
  /** Default 15. */
  readonly rounds?: number
  /** Rollouts under way at once; default: one per worker. Does not change what a run learns, only how long it takes. */
  readonly concurrency?: number
  /** Rounds for which a worker keeps its snapshot, staggered over the workers; default 1, every round. */
  readonly refreshInterval?: number
}

/** Returns the scheduler with a barrier: all workers step, then one merge, then the next round. */
export function synchronous(options: SynchronousOptions = {}): Scheduler {
  const plan = checkedRoundPlan({ rounds: 15, refreshInterval: 1, ...options }, 'synchronous')
  return {
    name: 'synchronous',
    honours: new Set(['workers', 'partition']),
    rounds: plan.rounds,
    ...(plan.concurrency === undefined ? {} : { concurrency: plan.concurrency }),
    ...(plan.refreshInterval === 1 ? {} : { settings: { refreshInterval: plan.refreshInterval } }),
    run: (engine, signal) => playRounds(engine, plan, signal),
  }
}
