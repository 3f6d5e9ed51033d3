import type { Verdict } from './candidate.ts'
import type { ArtifactId, DiffId, LeaseId } from './ids.ts'

/** Counts that every merge has, however it ended. */
export interface MergeCounts {
  /** Cards in the bucket. */
  readonly considered: number
  /** Cards that passed the staleness filter. */
  readonly survived: number
  /** Cards too far behind the head. */
  readonly stale: number
  /** Cards larger than the trust region. */
  readonly oversized: number
  /** Cards that the screen refused. */
  readonly screened: number
  /** Cards dropped because they contradicted a better one. */
  readonly conflicts: number
}

/** How one merge ended. */
export type MergeReport = { readonly artifact: ArtifactId; readonly counts: MergeCounts } & (
  | {
      readonly outcome: 'committed'
      readonly diff: DiffId
      readonly version: number
      readonly fused: boolean
      readonly members: readonly LeaseId[]
      readonly verdict: Verdict
    }
  | {
      readonly outcome: 'below-threshold'
      readonly diff: DiffId
      readonly fused: boolean
      readonly members: readonly LeaseId[]
      readonly verdict: Verdict
    }
  | {
      readonly outcome: 'oracle-rejected'
      readonly diff: DiffId
      readonly fused: boolean
      readonly members: readonly LeaseId[]
      readonly gain: number
      readonly reason: string
    }
  | {
      readonly outcome: 'cas-conflict'
      readonly diff: DiffId
      readonly fused: boolean
      readonly members: readonly LeaseId[]
      readonly attempts: number
    }
  | { readonly outcome: 'all-stale' | 'oversized' | 'screened' | 'unknown-artifact' }
)

export type MergeOutcome = MergeReport['outcome']

/** How often each outcome occurred; `section-violation` counts proposals that a partition refused before any merge. */
export type OutcomeCounts = Readonly<Partial<Record<MergeOutcome | 'section-violation', number>>>

/** Why a run ended. */
export type StopReason =
  | 'target-reward'
  | 'patience'
  | 'rounds'
  | 'max-seconds'
  | 'max-rollouts'
  | 'max-calls'
  | 'max-tokens'
  | 'aborted'
  | 'error'

/** One line of the learning curve. */
export interface RoundReport {
  /** Counted from 0. */
  readonly round: number
  /** Mean held-out reward of the head after this round's merges. */
  readonly reward: number
  /** Keys in the artifact. */
  readonly size: number
  /** Version of the head. */
  readonly version: number
  readonly committed: number
  readonly refused: number
  readonly outcomes: OutcomeCounts
  readonly considered: number
  readonly stale: number
  readonly conflicts: number
  /** Commits that joined several cards. */
  readonly fused: number
  /** Cumulative since the start of the run. */
  readonly rollouts: number
  readonly calls: number
  readonly elapsedMs: number
}
