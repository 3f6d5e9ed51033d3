import type { MeasuredCandidate, Verdict } from '../../model/candidate.ts'
import type { Tally } from '../../model/measurement.ts'
import type { Policy } from '../policy.ts'

export interface AcceptanceContext {
  readonly candidate: MeasuredCandidate
  /** Tallies of the held-out rows of both sides. */
  readonly base: Tally
  readonly next: Tally
  /** Pseudo-counts added to both sides; the engine passes 0 and 0. */
  readonly prior: Tally
  /** Pseudo-counts that speak for the candidate alone, from evidence other than rows and cards. */
  readonly favour?: Tally
  /** Version of the base: the annealing clock. */
  readonly version: number
  /** Share of keys in which the candidate differs from `stable`, in [0, 1]; 0 when there is no stable. */
  readonly stableDistance: number
}

/** Slot: whether a measured candidate is committed. */
export interface AcceptancePolicy extends Policy {
  judge(context: AcceptanceContext): Verdict
}
