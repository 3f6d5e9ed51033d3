import { betaQuantile } from './incomplete-beta.ts'
import { alphaOf, betaOf, type Posterior } from './posterior.ts'

/** Where a rate lies, both ends in [0, 1]. */
export type Interval = { readonly low: number; readonly high: number }

/**
 * Returns the exact equal-tailed interval that holds the rate with probability `mass`: the same posterior that the
 * acceptance rule judges by, so a report and a verdict cannot disagree.
 */
export function credibleInterval(posterior: Posterior, mass = 0.95): Interval {
  const shape = { alpha: alphaOf(posterior), beta: betaOf(posterior) }
  const tail = (1 - mass) / 2
  return { low: betaQuantile(shape, tail), high: betaQuantile(shape, 1 - tail) }
}
