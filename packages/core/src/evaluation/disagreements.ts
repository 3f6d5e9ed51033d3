import type { Measurement } from '../model/measurement.ts'

/** Returns how many tasks got different rewards in different trials, leaving out those of which no row is fresh. */
export function countDisagreements(
  scored: readonly { readonly hit: boolean; readonly row: Measurement }[],
): number {
  const byTask = new Map<string, { readonly rewards: Set<number>; fresh: boolean }>()
  for (const { hit, row } of scored) {
    const seen = byTask.get(row.task) ?? { rewards: new Set<number>(), fresh: false }
    seen.rewards.add(row.reward)
    seen.fresh ||= !hit
    byTask.set(row.task, seen)
  }
  return [...byTask.values()].filter(({ rewards, fresh }) => fresh && rewards.size > 1).length
}
