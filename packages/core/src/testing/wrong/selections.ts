import { stateOf } from '../../model/artifact.ts'
import type { SelectionPolicy } from '../../policies/selection/selection.ts'

/** Starts from a state that nobody committed. */
export function inventingSelection(): SelectionPolicy {
  return {
    name: 'inventing',
    select: ({ head }, count) =>
      Array.from({ length: count }, () => ({ ...head, state: stateOf([['text', 'made up']]) })),
  }
}

/** Returns every entry, however many were asked for. */
export function wholePoolSelection(): SelectionPolicy {
  return { name: 'whole-pool', select: ({ entries }) => entries }
}
