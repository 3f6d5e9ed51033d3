import { meanReward, type Measurement } from '../model/measurement.ts'

/** What became of each task between two artifacts that were measured on the same ones. */
export interface PairedComparison {
  /** Tasks with a higher, lower and equal mean reward. */
  readonly better: number
  readonly worse: number
  readonly same: number
  /** Probability, in [0, 1], that chance alone splits the changed tasks at least so unevenly; 1 when none changed. */
  readonly pValue: number
}

/**
 * Compares two artifacts task by task, over the tasks that both were measured on, by the exact two-sided sign test; for
 * rewards of 0 and 1 it is McNemar's exact test. Several trials of one task count as one, by their mean.
 */
export function pairedComparison(
  before: readonly Measurement[],
  after: readonly Measurement[],
): PairedComparison {
  const earlier = rewardByTask(before)
  const later = rewardByTask(after)
  let [better, worse, same] = [0, 0, 0]
  for (const [task, reward] of later) {
    const base = earlier.get(task)
    if (base === undefined) continue
    if (reward > base) better++
    else if (reward < base) worse++
    else same++
  }
  return { better, worse, same, pValue: signTest(better, worse) }
}

function rewardByTask(rows: readonly Measurement[]): ReadonlyMap<string, number> {
  const byTask = new Map<string, Measurement[]>()
  for (const row of rows) {
    const known = byTask.get(row.task)
    if (known === undefined) byTask.set(row.task, [row])
    else known.push(row)
  }
  return new Map([...byTask].map(([task, list]) => [task, meanReward(list)]))
}

/** Returns P(min(X, n − X) ≤ min(a, b)) for X from Binomial(n = a + b, ½). */
function signTest(a: number, b: number): number {
  const changed = a + b
  const fewer = Math.min(a, b)
  let term = 1
  let sum = 1
  let scale = 0
  for (let k = 1; k <= fewer; k++) {
    term *= (changed - k + 1) / k
    sum += term
    if (sum > RESCALE_FROM) {
      term /= RESCALE_FROM
      sum /= RESCALE_FROM
      scale += Math.log2(RESCALE_FROM)
    }
  }
  return Math.min(1, 2 ** (Math.log2(sum) + scale + 1 - changed))
}

/** Keeps the sum of binomial coefficients inside a double, however many tasks there are. */
const RESCALE_FROM = 2 ** 512
