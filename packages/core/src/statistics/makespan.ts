/** Which worker does which item, and when the last worker is done. */
export type Assignment = {
  /** Worker index of item i. */
  readonly workerOf: readonly number[]
  /** The largest load. */
  readonly makespan: number
}

/**
 * Returns the longest-first assignment: the heaviest item first, equal ones in given order, each to the worker with
 * the smallest load, the lowest index among equals. `workers` below 1 counts as 1.
 */
export function longestFirst(weights: readonly number[], workers: number): Assignment {
  const loads = Array.from({ length: Math.max(1, workers) }, () => 0)
  const workerOf = weights.map(() => 0)
  const heaviestFirst = [...weights.entries()].sort(([, a], [, b]) => b - a)
  for (const [item, weight] of heaviestFirst) {
    const worker = leastLoaded(loads)
    workerOf[item] = worker
    loads[worker] = (loads[worker] ?? 0) + weight
  }
  return { workerOf, makespan: Math.max(...loads) }
}

/** Returns the plain assignment, item i to worker i mod n. `workers` below 1 counts as 1. */
export function roundRobinAssignment(weights: readonly number[], workers: number): Assignment {
  const count = Math.max(1, workers)
  const loads = Array.from({ length: count }, () => 0)
  for (const [item, weight] of weights.entries()) loads[item % count] = (loads[item % count] ?? 0) + weight
  return { workerOf: weights.map((_, item) => item % count), makespan: Math.max(...loads) }
}

function leastLoaded(loads: readonly number[]): number {
  let least = 0
  let smallest = Number.POSITIVE_INFINITY
  for (const [worker, load] of loads.entries()) {
    if (load >= smallest) continue
    least = worker
    smallest = load
  }
  return least
}
