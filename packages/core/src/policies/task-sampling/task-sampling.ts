import type { Policy } from '../policy.ts'

/** Slot: which task of its share a worker tries next. */
export interface TaskSamplingPolicy extends Policy {
  /** Returns one of `taskIds`, which is not empty and must not be changed. */
  pick(taskIds: readonly string[], round: number): string
  /** Learns the reward, in [0, 1], of a rollout on the task. */
  record(taskId: string, reward: number): void
}
