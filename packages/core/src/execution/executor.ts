import type { RolloutResult, RolloutSpec } from '../model/rollout.ts'

/** Where rollouts run. Reports every failure as a result; throws nothing. */
export interface Executor {
  readonly name: string
  rollout(spec: RolloutSpec, signal: AbortSignal): Promise<RolloutResult>
}
