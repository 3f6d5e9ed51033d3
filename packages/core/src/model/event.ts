import type { EvidenceCard } from './evidence.ts'
import type { ArtifactId, DiffId, LeaseId, StateDigest, WorkerId } from './ids.ts'
import type { Measurement } from './measurement.ts'
import type { Proposal } from './proposal.ts'
import type { MergeReport, RoundReport, StopReason } from './report.ts'

/** What a run tells its observer, in the order in which it happens. */
export type RunEvent =
  | {
      readonly type: 'run-start'
      readonly run: string
      readonly artifact: ArtifactId
      readonly version: number
      readonly training: readonly string[]
      readonly heldOut: readonly string[]
    }
  /** The run goes on where an earlier process left it. */
  | {
      readonly type: 'resumed'
      readonly run: string
      /** Processes that had the run before. */
      readonly owners: number
      /** Calls that were under way when one of them ended: each may be billed twice. */
      readonly inFlight: number
    }
  | { readonly type: 'round-start'; readonly round: number; readonly version: number }
  /** A worker is to try a task on a version of the artifact. */
  | {
      readonly type: 'lease'
      readonly lease: LeaseId
      readonly worker: WorkerId
      readonly task: string
      readonly version: number
      readonly round: number
    }
  | {
      readonly type: 'rollout-end'
      readonly lease: LeaseId
      readonly worker: WorkerId
      readonly task: string
      readonly reward: number
      readonly solved: boolean
      readonly ms: number
    }
  | {
      readonly type: 'rollout-failure' | 'proposal-failure'
      readonly lease: LeaseId
      readonly worker: WorkerId
      readonly task: string
      readonly error: string
    }
  | { readonly type: 'proposal'; readonly proposal: Proposal }
  | { readonly type: 'card'; readonly card: EvidenceCard }
  /** A card lost those of its edits that overlap a better one's, and goes on. */
  | {
      readonly type: 'card-projected'
      readonly lease: LeaseId
      readonly diff: DiffId
      readonly reason: string
    }
  | {
      readonly type: 'card-dropped'
      readonly lease: LeaseId
      readonly diff: DiffId
      readonly stage: DropStage
      readonly reason: string
    }
  | {
      readonly type: 'candidate'
      readonly artifact: ArtifactId
      readonly diff: DiffId
      readonly state: StateDigest
      readonly fused: boolean
      /** How its edits came about: `single`, `identical`, `union`, `three-way`. */
      readonly rung: string
      readonly members: readonly LeaseId[]
    }
  | { readonly type: 'measured'; readonly rows: readonly Measurement[] }
  | { readonly type: 'merge-end'; readonly report: MergeReport }
  | { readonly type: 'promoted'; readonly artifact: ArtifactId; readonly version: number }
  /** Nothing was committed for so long that every worker takes the head anew. */
  | { readonly type: 'forced-refresh'; readonly round: number }
  | { readonly type: 'round-end'; readonly round: RoundReport }
  | { readonly type: 'warning'; readonly code: string; readonly message: string }
  | { readonly type: 'run-end'; readonly stopReason: StopReason; readonly error?: string }

/** Where a card was lost. */
export type DropStage =
  | 'permissions'
  | 'screen'
  | 'trust-region'
  | 'staleness'
  | 'conflict'
  | 'gate'
  | 'commit'
