/**
 * What is known about a success rate: weighted successes and failures under a uniform prior, so the rate is
 * distributed as Beta(successes + 1, failures + 1). Weights may be fractions (graded rewards, pseudo-counts).
 */
export type Posterior = {
  readonly successes: number
  readonly failures: number
}

/** The posterior before anything was observed: every rate in [0, 1] equally likely. */
export const uniformPrior: Posterior = { successes: 0, failures: 0 }

/** Weight that a measured difference of exactly zero still carries, so that every observation leaves a trace. */
const MINIMUM_DELTA_WEIGHT = 1e-6

/** Measured differences are multiplied by this before they saturate at one count: a quarter is a whole count. */
const DELTA_GAIN = 4

/** Returns the first Beta parameter, successes + 1. */
export function alphaOf(posterior: Posterior): number {
  return posterior.successes + 1
}

/** Returns the second Beta parameter, failures + 1. */
export function betaOf(posterior: Posterior): number {
  return posterior.failures + 1
}

/** Returns the expected rate, in (0, 1). */
export function meanOf(posterior: Posterior): number {
  return alphaOf(posterior) / (alphaOf(posterior) + betaOf(posterior))
}

/** Returns the variance of the rate. */
export function varianceOf(posterior: Posterior): number {
  const alpha = alphaOf(posterior)
  const beta = betaOf(posterior)
  const total = alpha + beta
  return (alpha * beta) / (total * total * (total + 1))
}

/** Returns the posterior after one more outcome, which counts `weight` times. */
export function observeOutcome(posterior: Posterior, success: boolean, weight = 1): Posterior {
  return success
    ? { successes: posterior.successes + weight, failures: posterior.failures }
    : { successes: posterior.successes, failures: posterior.failures + weight }
}

/**
 * Returns the posterior after a signed difference in reward: a gain counts as a success, anything else as a failure,
 * with the weight min(1, 4·|delta|) + 1e-6.
 */
export function observeDelta(posterior: Posterior, delta: number): Posterior {
  return observeOutcome(
    posterior,
    delta > 0,
    Math.min(1, DELTA_GAIN * Math.abs(delta)) + MINIMUM_DELTA_WEIGHT,
  )
}
