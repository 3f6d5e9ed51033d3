import type { Edits } from './diff.ts'
import type { ArtifactId, DiffId, LeaseId, StateDigest, WorkerId } from './ids.ts'
import type { MergeOutcome } from './report.ts'

/** What became of one proposed change, and at which stage. */
export type ProposalVerdict =
  | 'pending'
  | 'committed'
  | 'no-diff'
  | 'section-violation'
  | 'conflict-dropped'
  | Exclude<MergeOutcome, 'committed'>

/** One record per proposed change, refused ones too: what later proposals and readers learn from. */
export interface Proposal {
  readonly id: DiffId
  readonly lease: LeaseId
  readonly artifact: ArtifactId
  /** The states it was made from: one for a rollout's proposal, the members' bases for a fusion. */
  readonly parents: readonly StateDigest[]
  readonly baseVersion: number
  readonly author: WorkerId
  /** Ids of the tasks whose failure asked for it. */
  readonly tasks: readonly string[]
  readonly text: string
  readonly edits: Edits
  readonly rationale?: string
  readonly verdict: ProposalVerdict
  /** One sentence. */
  readonly reason: string
  /** The figures behind the verdict, by name: probability, threshold, gain, delta, version. */
  readonly numbers: Readonly<Record<string, number>>
}
