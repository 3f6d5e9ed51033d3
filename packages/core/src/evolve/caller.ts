import type { ProposalDraft } from '../model/rollout.ts'
import type { Task } from '../model/task.ts'

/** What the caller's code reports of one model call, so that a run's tokens and requests are real. */
export interface Usage {
  /** Requests sent to the provider; default 1. */
  readonly requests?: number
  readonly promptTokens?: number
  readonly completionTokens?: number
  /** True when the tokens are an estimate. */
  readonly estimated?: boolean
}

/** What the caller's functions receive besides their arguments. */
export interface RunContext {
  /** Aborts when the run is to end. */
  readonly signal: AbortSignal
  /** Counted from 0: the how-manieth evaluation of this rendering on this task. */
  readonly trial: number
  /** Seed for whatever the caller's code draws. */
  readonly seed: number
  /** Counts one model call. */
  report(usage: Usage): void
}

/** A rollout that scored below `solvedAt`, as the proposer sees it. */
export interface Failure<T extends Task = Task, Output = string> {
  /** The artifact as it was run. */
  readonly rendered: string
  readonly task: T
  readonly output: Output
  /** In [0, 1]. */
  readonly reward: number
}

/** Runs the rendered artifact on a task. */
export type Run<T extends Task = Task, Output = string> = (
  rendered: string,
  task: T,
  context: RunContext,
) => Output | Promise<Output>

/** Answers a failure with a new text, or with nothing. */
export type Propose<T extends Task = Task, Output = string> = (
  failure: Failure<T, Output>,
  context: RunContext,
) => ProposalReply | Promise<ProposalReply>

export type ProposalReply = string | ProposalDraft | null | undefined

/** What a reward function says: a number in [0, 1], or that and further figures. */
export type RewardReply =
  | number
  | { readonly reward: number; readonly metrics: Readonly<Record<string, number>> }

/** Scores an output; deterministic unless evaluation repeats trials. */
export interface Reward<T extends Task = Task, Output = string> {
  (task: T, output: Output): RewardReply | Promise<RewardReply>
  /** Differs whenever the same output might score differently; part of every cache key. */
  readonly identity?: string | undefined
}

/** Both callables under one name. */
export interface Agent<T extends Task = Task, Output = string> {
  readonly run: Run<T, Output>
  readonly propose: Propose<T, Output>
  /** Differs whenever the same text might be answered differently; part of every cache key. */
  readonly identity?: string | undefined
}
