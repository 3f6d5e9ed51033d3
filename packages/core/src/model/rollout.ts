import type { Tokens } from './measurement.ts'
import type { LeaseId } from './ids.ts'
import type { Task } from './task.ts'

/** One run of a rendered artifact on one task, as data. */
export interface RolloutSpec {
  readonly lease: LeaseId
  readonly rendered: string
  readonly task: Task
  /** Counted from 0; a repeated evaluation of the same cell has the next number. */
  readonly trial: number
}

/** What a proposer hands back: the new text, and why. */
export interface ProposalDraft {
  readonly text: string
  readonly rationale?: string
}

/** A rollout that came to an answer, and can be asked for a proposal. */
export interface Attempt {
  /** In [0, 1], checked. */
  readonly reward: number
  readonly metrics: Readonly<Record<string, number>>
  readonly tokens?: Tokens
  readonly output: unknown
  /** Asks the proposer once for a change that would have helped. */
  propose(): Promise<ProposalDraft | undefined>
}

/** How a rollout ended; executors report, they never throw. */
export type RolloutResult = { readonly lease: LeaseId; readonly ms: number } & (
  | { readonly kind: 'ok'; readonly attempt: Attempt }
  | { readonly kind: 'backend-failure'; readonly error: unknown }
  | { readonly kind: 'infrastructure-failure'; readonly error: unknown }
  /** The caller's code broke its contract, or a limit of the run was reached: ends the run. */
  | { readonly kind: 'fatal'; readonly error: unknown }
)
