import type { Artifact } from './artifact.ts'
import type { Diff } from './diff.ts'
import type { EvidenceCard } from './evidence.ts'
import type { LeaseId } from './ids.ts'
import type { Measurement } from './measurement.ts'

/** The one change that a merge puts forward. */
export interface Candidate {
  readonly base: Artifact
  readonly next: Artifact
  readonly diff: Diff
  /** The cards that survived conflict resolution. */
  readonly cards: readonly EvidenceCard[]
  /** The rollouts whose edits are in `diff`. */
  readonly members: readonly LeaseId[]
  /** True when `diff` joins the edits of several cards. */
  readonly fused: boolean
  /** How its edits came about: `single`, `identical`, `union`, `three-way`. */
  readonly rung: string
}

/** A candidate with both sides' held-out rows; only this can be judged, so the order cannot be skipped. */
export interface MeasuredCandidate extends Candidate {
  readonly baseRows: readonly Measurement[]
  readonly nextRows: readonly Measurement[]
  /** Mean reward of each side on the fixed sample: for ranking and trust, never for the verdict. */
  readonly baseEstimate: number
  readonly nextEstimate: number
}

/** Says whether a bounded scan left rows of the candidate out: its rate is a bound then, which may refuse and never commit. */
export function isCut({ baseRows, nextRows }: MeasuredCandidate): boolean {
  return nextRows.length < baseRows.length
}

/** What the acceptance policy decided, with the numbers behind it. */
export type Verdict = {
  /** Probability that the candidate's rate is above the base's, in [0, 1]. */
  readonly probability: number
  /** What `probability` had to exceed. */
  readonly threshold: number
  /** Candidate's held-out rate minus the base's. */
  readonly gain: number
} & (
  | { readonly accepted: true }
  | { readonly accepted: false; readonly reason: 'regression' | 'below-threshold'; readonly detail: string }
)
