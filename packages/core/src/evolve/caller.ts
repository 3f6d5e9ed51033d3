import type { ProposalDraft } from '../model/rollout.ts'
import type { Task } from '../model/task.ts'
import type { Json } from '../runtime/json.ts'

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
  /**
   * Makes a call that costs something once in the life of a run: when the process ends after its answer came and before `run` or
   * `propose` did, the resumed run has the answer without asking again. Without a journal it just makes the call.
   */
  once(request: Json, call: () => Promise<Json>): Promise<Json>
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
export interface Run<T extends Task = Task, Output = string> {
  (rendered: string, task: T, context: RunContext): Output | Promise<Output>
  /** Hears of an output that a resumed run has from its journal, for a function that remembers what it did. */
  readonly remember?: (rendered: string, task: T, output: Output) => void
}

/** Answers a failure with a new text, or with nothing. */
export interface Propose<T extends Task = Task, Output = string> {
  (failure: Failure<T, Output>, context: RunContext): ProposalReply | Promise<ProposalReply>
  /** Hears of a failure whose proposal a resumed run has from its journal, for a function that remembers what it saw. */
  readonly remember?: (failure: Failure<T, Output>) => void
}

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
