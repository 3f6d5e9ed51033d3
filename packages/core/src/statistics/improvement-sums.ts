import type { BetaShape } from './incomplete-beta.ts'
import { logBeta } from './log-gamma.ts'

/** A term this far below the largest one no longer changes a double, even when the sum is a small tail. */
const NEGLIGIBLE = Number.EPSILON ** 2

/** The running sum is scaled down when it passes this, long before a double overflows. */
const RESCALE_ABOVE = 1e250

/**
 * Returns P(X > Y) for X ~ Beta(upper), Y ~ Beta(lower) with four whole parameters.
 *
 * With whole parameters X is the alpha-th smallest of alpha + beta − 1 uniform draws. Put both sides' draws in one
 * order and look at the first upper.alpha + lower.alpha − 1: Y came first exactly when at least lower.alpha of them
 * belong to Y's side. That number is hypergeometric; its weights are summed outwards from the mode, relative to the
 * mode's, so nothing overflows and no Γ is needed. About √n terms matter.
 */
export function orderedDrawImprovement(upper: BetaShape, lower: BetaShape): number {
  const upperDraws = upper.alpha + upper.beta - 1
  const lowerDraws = lower.alpha + lower.beta - 1
  const looked = upper.alpha + lower.alpha - 1
  const fewest = Math.max(0, looked - upperDraws)
  const most = Math.min(looked, lowerDraws)
  const mode = Math.floor(((looked + 1) * (lowerDraws + 1)) / (upperDraws + lowerDraws + 2))
  const start = Math.min(most, Math.max(fewest, mode))
  const stepUp = (k: number): number =>
    ((lowerDraws - k) * (looked - k)) / ((k + 1) * (upperDraws - looked + k + 1))

  let yFirst = start >= lower.alpha ? 1 : 0
  let xFirst = 1 - yFirst
  for (let k = start, weight = 1; k < most && weight > NEGLIGIBLE; k += 1) {
    weight *= stepUp(k)
    if (k + 1 >= lower.alpha) yFirst += weight
    else xFirst += weight
  }
  for (let k = start, weight = 1; k > fewest && weight > NEGLIGIBLE; k -= 1) {
    weight /= stepUp(k - 1)
    if (k - 1 >= lower.alpha) yFirst += weight
    else xFirst += weight
  }
  return yFirst / (yFirst + xFirst)
}

/**
 * Returns P(X > Y) for X ~ Beta(upper), Y ~ Beta(lower) when upper.alpha is whole and the rest may be fractions: the
 * sum over i < upper.alpha of B(a₂+i, b₁+b₂) / ((b₁+i)·B(1+i, b₁)·B(a₂, b₂)), every term from the one before it.
 */
export function wholeParameterImprovement(upper: BetaShape, lower: BetaShape): number {
  const total = lower.alpha + upper.beta + lower.beta
  let logScale = logBeta(lower.alpha, upper.beta + lower.beta) - logBeta(lower.alpha, lower.beta)
  let term = 1
  let sum = 1
  for (let i = 0; i + 1 < upper.alpha; i += 1) {
    term *= ((lower.alpha + i) * (upper.beta + i)) / ((total + i) * (i + 1))
    sum += term
    if (sum > RESCALE_ABOVE) {
      term /= RESCALE_ABOVE
      sum /= RESCALE_ABOVE
      logScale += Math.log(RESCALE_ABOVE)
    }
  }
  return Math.exp(logScale + Math.log(sum))
}
