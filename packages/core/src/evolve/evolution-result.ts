import type { LogEntry } from '../ledger/store.ts'
import type { ArtifactState } from '../model/artifact.ts'
import type { ArtifactId } from '../model/ids.ts'
import { type Measurement } from '../model/measurement.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MergeReport, OutcomeCounts, RoundReport, StopReason } from '../model/report.ts'
import { type FusionStatistics } from '../policies/fusion/fusion-statistics.ts'
import type { FusionTrial } from '../policies/fusion/fusion.ts'
import type { Json } from '../runtime/json.ts'
import type { MeterSnapshot } from '../runtime/meter.ts'

/** What a run came to, as data. */
export interface ResultData {
  readonly artifact: ArtifactId
  /** Version of the head; the one before any commit is 1. */
  readonly version: number
  readonly state: ArtifactState
  /** What `run` would receive. */
  readonly rendered: string
  /** The rendering that the run started from. */
  readonly initialRendered: string
  /** Held-out rows of the state that the run started from, and of the final one; empty where they could not be measured. */
  readonly initialRows: readonly Measurement[]
  readonly finalRows: readonly Measurement[]
  readonly history: readonly RoundReport[]
  readonly reports: readonly MergeReport[]
  /** Every proposed change, refused ones too; `pending` ones waited for a merge when the run ended. */
  readonly proposals: readonly Proposal[]
  readonly fusionTrials: readonly FusionTrial[]
  readonly stopReason: StopReason
  /** The error that ended the run, when one did. */
  readonly error?: unknown
  readonly warnings: readonly string[]
  readonly cost: MeterSnapshot
  readonly rollouts: number
  readonly elapsedMs: number
  /** At most 40 commits of `dev`, newest first. */
  readonly log: readonly LogEntry[]
  /** The settings that the run really used. */
  readonly settings: Json
}

/** What a run came to, and what follows from it. */
export interface EvolutionResult extends ResultData {
  /** Mean held-out reward at the start and at the end; absent where it could not be measured. */
  readonly initialReward?: number
  readonly finalReward?: number
  /** Invocations of `run` and `propose`. */
  readonly calls: number
  /** Tokens that the caller's code reported; 0 when it reported none. */
  readonly tokens: number
  /** Returns how often each outcome occurred. */
  outcomes(): OutcomeCounts
  /** Returns how often a union was built, and why not where it was not. */
  fusionStats(): FusionStatistics
  /** Returns a report of the run in Markdown. */
  report(): string
}
