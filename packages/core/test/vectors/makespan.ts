import { longestFirst, roundRobinAssignment } from '../../src/statistics/makespan.ts'

type Input = { readonly weights: readonly number[]; readonly workers: number }
type Output = {
  readonly lpt_assignment: readonly number[]
  readonly lpt_makespan: number
  readonly fifo_makespan: number
}

export function replay({ weights, workers }: Input): Output {
  const longest = longestFirst(weights, workers)
  return {
    lpt_assignment: longest.workerOf,
    lpt_makespan: longest.makespan,
    fifo_makespan: roundRobinAssignment(weights, workers).makespan,
  }
}
