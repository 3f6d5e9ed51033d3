import type { WorkerId } from '../model/ids.ts'

/** What one worker may do in one round. */
export interface WorkUnit {
  readonly worker: WorkerId
  /** Ids of the tasks it may try; empty leaves it idle. */
  readonly tasks: readonly string[]
  /** Artifact keys it may edit; absent when it may edit all. */
  readonly section?: ReadonlySet<string>
}

/** Which worker gets which tasks, and which keys. */
export interface Partition {
  readonly name: string
  plan(workers: number, round: number, tasks: readonly string[]): readonly WorkUnit[]
}
