import type { StateDigest } from './ids.ts'

/** Tokens of the model calls behind one measurement or rollout. */
export interface Tokens {
  readonly prompt: number
  readonly completion: number
}

/** One cell of the evidence matrix: what a candidate scored on a task, in one trial. Nothing else holds a score. */
export interface Measurement {
  readonly candidate: StateDigest
  readonly task: string
  /** Counted from 0; more than one when the evaluation is repeated. */
  readonly trial: number
  /** In [0, 1]. */
  readonly reward: number
  /** Further numbers that the scorer reported, by name. */
  readonly metrics: Readonly<Record<string, number>>
  /** Absent when nobody counted them. */
  readonly tokens?: Tokens
  /** Time the measurement took, in milliseconds of the run's clock; 0 when it came from a cache. */
  readonly ms: number
  /** Names the scorer and the environment that produced the reward; rewards of different evaluators never compare. */
  readonly evaluator: string
}

/** Successes and failures over a set of rows; fractional when rewards are graded. */
export interface Tally {
  readonly successes: number
  readonly failures: number
}

/** Returns the sum of rewards and of what is missing to 1, over all rows. */
export function tallyOf(rows: readonly Measurement[]): Tally {
  const successes = rows.reduce((sum, { reward }) => sum + reward, 0)
  return { successes, failures: rows.length - successes }
}

/** Returns the share of successes; 0 when nothing was measured. */
export function rateOf({ successes, failures }: Tally): number {
  return successes / Math.max(1e-9, successes + failures)
}

/** Returns the mean reward of the rows; 0 when there are none. */
export function meanReward(rows: readonly Measurement[]): number {
  return rateOf(tallyOf(rows))
}
