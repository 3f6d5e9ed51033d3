import { workerId } from '../model/ids.ts'
import type { Partition } from './partition.ts'

/** Deals the tasks out in turn, and moves every worker to the next share each round, so that each share meets each worker. */
export function dataParallel(): Partition {
  return {
    name: 'data-parallel',
    plan(workers, round, tasks) {
      const shares = Array.from({ length: workers }, (_, share) =>
        tasks.filter((_task, index) => index % workers === share),
      )
      return shares.map((_, index) => ({
        worker: workerId(index),
        tasks: shares[(index + round) % workers] ?? [],
      }))
    },
  }
}
