import type { ArtifactState } from '../model/artifact.ts'
import type { Measurement } from '../model/measurement.ts'
import type { Task } from '../model/task.ts'

export interface MeasureOptions {
  /** Stop as soon as even perfect rows to come would not lift the mean above this; the rows then cover part of the held-out set. */
  readonly floor?: number
}

/** The price points at which a state is scored. Held-out tasks stay behind this door: no proposer sees them. */
export interface Verifier {
  /** Ids of the held-out tasks, in order. */
  readonly heldOut: readonly string[]
  /** Returns the mean reward on a sample that stays the same for the whole run: ranks, never decides. */
  estimate(state: ArtifactState): Promise<number>
  /** Returns the held-out rows: the only figures that a gate accepts. */
  measure(state: ArtifactState, options?: MeasureOptions): Promise<readonly Measurement[]>
  /** Returns the rows of the given training tasks: a card checked again on another state. */
  replay(state: ArtifactState, tasks: readonly Task[]): Promise<readonly Measurement[]>
}
