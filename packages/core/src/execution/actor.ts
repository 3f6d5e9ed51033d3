import type { Attempt, RolloutSpec } from '../model/rollout.ts'

/** The caller's side of a rollout: `run`, `reward` and `propose` behind one door. */
export interface Actor {
  /** Names scorer and environment; part of every cache key. */
  readonly evaluator: string
  /** Runs the rendered artifact on the task and scores the output. Throws what the caller's code throws. */
  attempt(spec: RolloutSpec, signal: AbortSignal): Promise<Attempt>
}
