import type { Executor } from '../execution/executor.ts'
import type { Permissions } from '../governance/permissions.ts'
import type { Artifact, ArtifactState } from '../model/artifact.ts'
import type { RunEvent } from '../model/event.ts'
import type { LeaseId, StateDigest, WorkerId } from '../model/ids.ts'
import type { Task } from '../model/task.ts'
import type { ProposalPolicy } from '../policies/proposal/proposal.ts'
import type { Meter } from '../runtime/meter.ts'
import type { Strategy } from '../strategies/strategy.ts'

/** Which worker runs which task, on which state. */
export interface Assignment {
  readonly worker: WorkerId
  readonly lease: LeaseId
  readonly artifact: Artifact
  readonly task: Task
  /** Keys that this worker may edit; absent when it may edit all. */
  readonly section?: ReadonlySet<string>
}

export interface WorkerContext {
  readonly strategy: Strategy
  readonly executor: Executor
  readonly proposal: ProposalPolicy
  /** Keys that may be changed. */
  readonly permissions: Permissions
  /** A reward from here on counts as solved, and asks for no proposal. */
  readonly solvedAt: number
  /** Run the task again with the diff applied, to record what it gained. */
  readonly selfVerify: boolean
  readonly meter: Meter
  digest(state: ArtifactState): StateDigest
  observe(event: RunEvent): void
  /** Returns the texts already proposed for the task, oldest first. */
  history(task: Task): readonly string[]
}
