import type { Measurement } from '../model/measurement.ts'

/** Returns how many tasks got different rewards in different trials, leaving out those of which no row is fresh. */
export function countDisagreements(
  scored: readonly { readonly hit: boolean; readonly row: Measurement }[],
): number {
  const fresh = new Set(scored.filter(({ hit }) => !hit).map(({ row }) => row.task))
  if (fresh.size === 0) return 0
  const rewards = new Map<string, Set<number>>()
  for (const { row } of scored) rewards.set(row.task, (rewards.get(row.task) ?? new Set()).add(row.reward))
  return [...rewards].filter(([task, seen]) => fresh.has(task) && seen.size > 1).length
}
