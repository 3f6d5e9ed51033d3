import { EarlyStop } from '../../src/schedulers/stop-rules.ts'
import { StallGuard } from '../../src/schedulers/stall-guard.ts'
import { healthAfter } from '../../src/worker/health.ts'

type Input =
  | { fn: 'early_stop'; target: number | null; patience: number | null; rewards: number[] }
  | {
      fn: 'worker_health'
      max_errors: number
      any_worker_ever_succeeded: boolean
      consecutive_failures: number
    }
  | { fn: 'stall_guard'; patience: number; sweep_committed: boolean[] }

export function replay(input: Input): unknown {
  switch (input.fn) {
    case 'early_stop': {
      const { target, patience } = input
      const options = {
        ...(target !== null && { targetReward: target }),
        ...(patience !== null && { patience }),
      }
      const rule = new EarlyStop(() => options)
      return input.rewards.map((reward) => rule.observe(reward)?.replace('-', '_') ?? null)
    }
    case 'worker_health': {
      const { max_errors: maxErrors, any_worker_ever_succeeded: anySuccess } = input
      const health = healthAfter({ maxErrors, anySuccess, consecutive: input.consecutive_failures })
      return { retire: health.retire, warn: health.warn, backoff_s: health.backoffSeconds }
    }
    case 'stall_guard': {
      const guard = new StallGuard(input.patience)
      const forceAfter = input.sweep_committed.map((committed) => guard.observe(committed))
      return { force_after: forceAfter, forced: guard.forced }
    }
    default:
      return input satisfies never
  }
}
