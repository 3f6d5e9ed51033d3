import type { Verifier } from '../../src/evaluation/verifier.ts'
import type { ArtifactState } from '../../src/model/artifact.ts'
import { type Measurement, meanReward } from '../../src/model/measurement.ts'
import { stateDigestOf } from '../../src/runtime/state-digest.ts'

type Predicate = (state: ArtifactState) => boolean

/** Returns the verifier for which every score is the share of predicates that hold for the state; each is a held-out item. */
export function predicateShare(predicates: Readonly<Record<string, Predicate>>): Verifier {
  const rows = (state: ArtifactState): Measurement[] =>
    Object.entries(predicates).map(([task, holds]) => ({
      candidate: stateDigestOf(state),
      task,
      trial: 0,
      reward: holds(state) ? 1 : 0,
      metrics: {},
      ms: 0,
      evaluator: 'predicate-share',
    }))
  return {
    heldOut: Object.keys(predicates),
    estimate: async (state) => meanReward(rows(state)),
    measure: async (state) => rows(state),
    replay: async (state) => rows(state),
  }
}

/** Returns one predicate per phrase: whether the value of the key holds it. */
export function holding(key: string, phrases: readonly string[]): Readonly<Record<string, Predicate>> {
  return Object.fromEntries(
    phrases.map((phrase) => [phrase, (state) => state.get(key)?.includes(phrase) === true]),
  )
}
