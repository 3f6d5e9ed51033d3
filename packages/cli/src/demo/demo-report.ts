import type { MergeOutcome, ProposalVerdict, StopReason, Tally } from '@agentdescent/core'

/** All that the demo has to show, as data; the terminal and `--json` show the same. */
export interface DemoReport {
  readonly landscape: string
  readonly seed: number
  readonly workers: number
  /** Keys that a rule can be written to. */
  readonly keys: readonly string[]
  readonly tasks: { readonly training: number; readonly heldOut: number }
  /** Share of the answers in which the agent forgets its rules. */
  readonly slipRate: number
  readonly example: { readonly prompt: string; readonly expected: string }
  readonly merged: MergedRun
  /** The same budget of rollouts as independent runs; none when the demo was interrupted. */
  readonly forks: readonly ForkRun[]
  /** Absent when the demo was interrupted. */
  readonly comparison?: Comparison
  /** The same rounds on one prompt; absent when the demo was interrupted, and where there is one field only. */
  readonly prompt?: PromptRuns
  readonly artifact: { readonly version: number; readonly text: string }
  /** Commits of `dev`, newest first. */
  readonly log: readonly LogLine[]
  /** Folder of the ledgers, when the user named one. */
  readonly out?: string
  readonly interrupted: boolean
}

export interface MergedRun {
  readonly stopReason: StopReason
  readonly rounds: readonly RoundLine[]
  /** Proposals that are in no commit, in the order in which they were made. */
  readonly lost: readonly LostProposal[]
  readonly before: Tally
  readonly after: Tally
  readonly rollouts: number
  readonly calls: number
}

/** One round: what the workers brought, what became of it, and where the artifact stood then. */
export interface RoundLine {
  readonly round: number
  readonly rollouts: number
  /** Proposals that reached the merge. */
  readonly cards: number
  readonly conflicts: number
  /** Absent in a round whose workers proposed nothing. */
  readonly merge?: MergeLine
  /** Held-out tasks solved and missed after the round. */
  readonly head: Tally
}

export interface MergeLine {
  readonly outcome: MergeOutcome
  /** Cards whose different edits the candidate joined; 0 when nothing was fused. */
  readonly joined: number
  /** Held-out tally of the artifact and of the candidate; absent when nothing was measured. */
  readonly before?: Tally
  readonly after?: Tally
  /** What the gate computed, and what it had to exceed; absent when it was not asked. */
  readonly probability?: number
  readonly threshold?: number
}

export interface LostProposal {
  readonly round: number
  readonly author: string
  readonly text: string
  readonly verdict: ProposalVerdict
  readonly reason: string
  /** Text of the proposal that was kept in its place; only where a conflict was decided. */
  readonly keptInstead?: string
}

export interface ForkRun {
  readonly seed: number
  readonly rollouts: number
  readonly calls: number
  readonly after: Tally
}

export interface Comparison {
  /** Index of the fork with the highest held-out reward; the first wins a tie. */
  readonly bestFork: number
  /** Held-out reward of the merged run minus that of the best fork. */
  readonly advantage: number
  /** Rounds whose candidate joined several cards. */
  readonly fusions: number
  /** Why there is an advantage, or none. */
  readonly reason: string
}

/** The rules as sentences of one prompt: every proposal writes the same key. */
export interface PromptRuns {
  /** Merged inside the text, by sentences. */
  readonly merged: PromptRun
  /** Without that: of the proposals of a round the best whole text wins. */
  readonly whole: PromptRun
  /** The sentences that the first merge joined. */
  readonly firstMerge: readonly JoinedSentence[]
  /** The prompt that the merged run ended with. */
  readonly text: string
}

export interface PromptRun {
  readonly merges: number
  /** Merges whose candidate holds sentences of several workers. */
  readonly joined: number
  readonly after: Tally
}

export interface JoinedSentence {
  /** Workers that proposed it. */
  readonly authors: readonly string[]
  readonly sentence: string
}

interface LogLine {
  readonly commit: string
  readonly subject: string
}
