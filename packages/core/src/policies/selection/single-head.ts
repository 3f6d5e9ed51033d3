import type { SelectionPolicy } from './selection.ts'

/** Returns the selection rule that starts every rollout from the head. */
export function singleHead(): SelectionPolicy {
  return {
    name: 'single-head',
    select: ({ head }, count) => Array.from({ length: count }, () => head),
  }
}
