import type { ProposalDraft } from '../../model/rollout.ts'
import type { Task } from '../../model/task.ts'
import type { Policy } from '../policy.ts'

/** A failed rollout, and the door to the caller's proposer. */
export interface ProposalContext {
  readonly rendered: string
  readonly task: Task
  readonly output: unknown
  readonly reward: number
  /** Version of the artifact that was run. */
  readonly baseVersion: number
  /** Texts that this run has already proposed for the task, oldest first. */
  readonly history: readonly string[]
  /** Asks the caller's `propose` once; each call is metered. */
  ask(): Promise<ProposalDraft | undefined>
}

/** Slot: how a failure becomes a proposal. */
export interface ProposalPolicy extends Policy {
  /** Returns no proposal or one; more is a broken contract, never cut. */
  propose(context: ProposalContext): Promise<readonly ProposalDraft[]>
}
