import { rateOf } from '@agentdescent/core'
import type { Comparison, ForkRun, MergedRun } from './demo-report.ts'

/** Compares the merged run with the best of the forks, and says where the difference comes from. */
export function compare(merged: MergedRun, forks: readonly ForkRun[], keys: readonly string[]): Comparison {
  const rates = forks.map(({ after }) => rateOf(after))
  const best = Math.max(0, ...rates)
  const advantage = rateOf(merged.after) - best
  const fusions = merged.rounds.filter(({ merge }) => (merge?.joined ?? 0) > 0).length
  return {
    bestFork: Math.max(0, rates.indexOf(best)),
    advantage,
    fusions,
    reason: reasonOf({ advantage, fusions, keys, forks: forks.length }),
  }
}

interface Findings {
  readonly advantage: number
  readonly fusions: number
  readonly keys: readonly string[]
  readonly forks: number
}

function reasonOf({ advantage, fusions, keys, forks }: Findings): string {
  const [key] = keys
  if (keys.length === 1)
    return (
      `Nothing could be fused: every proposal writes the same key "${key}", so equal ones are one edit and of two that ` +
      `differ one is dropped. What ${forks} workers find together, one of them finds alone.`
    )
  if (fusions === 0) return 'Nothing was fused: no round brought two proposals for different keys.'
  const rounds = fusions === 1 ? 'One round' : `${fusions} rounds`
  const joined = `${rounds} joined edits that different workers made to different keys.`
  return advantage > 0
    ? `${joined} A fork keeps only what its own rollouts taught it, and choosing the best fork throws the others away.`
    : `${joined} This time the best fork learned as much from its own rollouts.`
}
