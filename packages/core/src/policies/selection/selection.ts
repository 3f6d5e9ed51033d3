import type { ArtifactState } from '../../model/artifact.ts'
import type { Policy } from '../policy.ts'

/** A state that the run has committed, as selection sees it. */
export interface SelectionEntry {
  readonly version: number
  readonly state: ArtifactState
  /** Mean held-out reward; absent while unmeasured. */
  readonly reward?: number
  /** Reward per held-out task. */
  readonly perTask: ReadonlyMap<string, number>
  /** How often it was selected. */
  readonly selected: number
  /** Version it was made from. */
  readonly parent?: number
}

export interface SelectionContext {
  readonly head: SelectionEntry
  readonly entries: readonly SelectionEntry[]
  /** Selections made so far. */
  readonly round: number
  readonly workers: number
}

/** Slot: which committed state the next rollouts start from. */
export interface SelectionPolicy extends Policy {
  /** Returns up to `count` entries of the context, repeats allowed. */
  select(context: SelectionContext, count: number): readonly SelectionEntry[]
}
