import { fc, it as property } from '@fast-check/vitest'
import { expect } from 'vitest'
import { type Assignment, longestFirst, roundRobinAssignment } from './makespan.ts'

const weightsOf = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 8 })

function largestLoad(weights: readonly number[], workerOf: readonly number[]): number {
  const loads = new Map<number, number>()
  for (const [item, weight] of weights.entries()) {
    const worker = workerOf[item] ?? -1
    loads.set(worker, (loads.get(worker) ?? 0) + weight)
  }
  return Math.max(0, ...loads.values())
}

/** The smallest possible makespan, by trying every assignment. */
function smallestMakespan(weights: readonly number[], workers: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let code = 0; code < workers ** weights.length; code += 1) {
    const workerOf = weights.map((_, item) => Math.floor(code / workers ** item) % workers)
    best = Math.min(best, largestLoad(weights, workerOf))
  }
  return best
}

property.prop([weightsOf, fc.integer({ min: 1, max: 3 })])(
  'longest first takes at most 4/3 − 1/(3n) of the best possible time',
  (weights, workers) => {
    const assignment = longestFirst(weights, workers)
    const bound = (4 / 3 - 1 / (3 * workers)) * smallestMakespan(weights, workers)
    expect(assignment.makespan).toBeLessThanOrEqual(bound + 1e-9)
  },
)

property.prop([weightsOf, fc.integer({ min: -1, max: 5 })])(
  'either assignment uses existing workers and reports its own largest load',
  (weights, workers) => {
    const assignments: Assignment[] = [longestFirst(weights, workers), roundRobinAssignment(weights, workers)]
    for (const { workerOf, makespan } of assignments) {
      expect(workerOf).toHaveLength(weights.length)
      expect(workerOf.every((worker) => worker >= 0 && worker < Math.max(1, workers))).toBe(true)
      expect(makespan).toBe(largestLoad(weights, workerOf))
    }
  },
)
