import type { LogEntry } from '../ledger/store.ts'
import type { ArtifactState } from '../model/artifact.ts'
import type { ArtifactId } from '../model/ids.ts'
import type { Measurement } from '../model/measurement.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MergeReport, OutcomeCounts, RoundReport, StopReason } from '../model/report.ts'
import type { FusionTrial } from '../policies/fusion/fusion.ts'
import { type FusionStatistics, fusionStatistics } from '../policies/fusion/fusion-statistics.ts'
import type { MeterSnapshot } from '../runtime/meter.ts'

/** What a run came to, as data. */
export interface ResultData {
  readonly artifact: ArtifactId
  /** Version of the head. */
  readonly version: number
  readonly state: ArtifactState
  /** What `run` would receive. */
  readonly rendered: string
  /** The rendering that the run started from. */
  readonly initialRendered: string
  /** Held-out rows of the state that the run started from, and of the final one; empty when they could not be measured. */
  readonly initialRows: readonly Measurement[]
  readonly finalRows: readonly Measurement[]
  readonly history: readonly RoundReport[]
  readonly reports: readonly MergeReport[]
  /** Every proposed change, refused ones too; `pending` ones waited for a merge when the run ended. */
  readonly proposals: readonly Proposal[]
  readonly fusionTrials: readonly FusionTrial[]
  readonly stopReason: StopReason
  /** What had to be given up, when something had. */
  readonly error?: unknown
  readonly warnings: readonly string[]
  readonly cost: MeterSnapshot
  readonly rollouts: number
  readonly elapsedMs: number
  /** At most 40 commits of `dev`, newest first. */
  readonly log: readonly LogEntry[]
  readonly settings: Readonly<Record<string, unknown>>
}

/** What a run came to. */
export class EvolutionResult {
  readonly data: ResultData

  constructor(data: ResultData) {
    this.data = data
  }
}
