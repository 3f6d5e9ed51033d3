import type { Verifier } from '../../src/evaluation/verifier.ts'
import type { ArtifactState } from '../../src/model/artifact.ts'
import { type Measurement, meanReward } from '../../src/model/measurement.ts'
import { stateDigestOf } from '../../src/runtime/state-digest.ts'

/** One held-out item: solved when the state holds the wanted value at the key. */
export interface Item {
  readonly id: string
  readonly key: string
  readonly wanted: string
}

/** Returns items named `<key>-0`, `<key>-1`, … in order. */
export function itemsOf(pairs: readonly (readonly [key: string, wanted: string])[]): readonly Item[] {
  const counts = new Map<string, number>()
  return pairs.map(([key, wanted]) => {
    const index = counts.get(key) ?? 0
    counts.set(key, index + 1)
    return { id: `${key}-${index}`, key, wanted }
  })
}

/** Returns the verifier for which every score is the share of items that the state solves. */
export function solvedShare(items: readonly Item[]): Verifier {
  const rows = (state: ArtifactState, chosen: readonly Item[]): Measurement[] =>
    chosen.map(({ id, key, wanted }) => ({
      candidate: stateDigestOf(state),
      task: id,
      trial: 0,
      reward: state.get(key) === wanted ? 1 : 0,
      metrics: {},
      ms: 0,
      evaluator: 'solved-share',
    }))
  return {
    heldOut: items.map(({ id }) => id),
    estimate: async (state) => meanReward(rows(state, items)),
    measure: async (state) => rows(state, items),
    replay: async (state, tasks) =>
      rows(
        state,
        items.filter(({ id }) => tasks.some((task) => task.id === id)),
      ),
  }
}
