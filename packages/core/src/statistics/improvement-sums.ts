import type { BetaShape } from './incomplete-beta.ts'
import { logBeta } from './log-gamma.ts'

/** Terms this far below the largest one are left out: even a tail of 1e-16 keeps its digits. */
const NEGLIGIBLE = Number.EPSILON ** 2

/** The running sum is scaled down when it passes this, long before a double overflows. */
const RESCALE_ABOVE = 1e250

/**
 * Returns P(X > Y) for X ~ Beta(upper), Y ~ Beta(lower) with four whole parameters, as a hypergeometric tail: among
 * the first upper.alpha + lower.alpha − 1 of all uniform draws in order, at least lower.alpha belong to Y's side.
 * Weights are taken from the mode outwards, relative to the mode's; about √n of them matter.
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
