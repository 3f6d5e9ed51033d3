import { type BetaShape, incompleteBeta, type UnitPoint } from './incomplete-beta.ts'

/** The step for broad densities; a narrow peak takes a smaller one, in proportion to its width. */
const WIDEST_STEP = 1 / 16

/** Steps per standard deviation of the narrower side: the trapezoid rule then errs below 1e-14. */
const STEPS_PER_DEVIATION = 3

/** Nodes whose weight, relative to the peak's, is below this are left out. */
const NEGLIGIBLE = 1e-18

/**
 * Returns P(X > Y) for X ~ Beta(upper), Y ~ Beta(lower) with any parameters of at least 1: the double-exponential
 * quadrature of X's density times Y's distribution function, x = logistic(π·sinh u). The narrower side is the one
 * whose density is integrated, so the step follows its peak and a few dozen nodes suffice.
 */
export function quadratureImprovement(upper: BetaShape, lower: BetaShape): number {
  if (upper.alpha + upper.beta < lower.alpha + lower.beta) return 1 - quadratureImprovement(lower, upper)
  const center = Math.asinh(Math.log(upper.alpha / upper.beta) / Math.PI)
  const peak = logWeight(upper, center)
  const step = Math.min(WIDEST_STEP, deviation(upper, center) / STEPS_PER_DEVIATION)
  let below = 0
  let mass = 0
  const visit = (u: number): boolean => {
    const weight = Math.exp(logWeight(upper, u) - peak)
    mass += weight
    below += weight * incompleteBeta(lower, pointAt(u))
    return weight > NEGLIGIBLE
  }
  visit(center)
  for (let k = 1; visit(center + k * step); k += 1);
  for (let k = 1; visit(center - k * step); k += 1);
  return below / mass
}

/** Log of X's density in u, up to a constant: the weights are divided by their own sum. */
function logWeight({ alpha, beta }: BetaShape, u: number): number {
  const logit = Math.PI * Math.sinh(u)
  return -alpha * Math.log1p(Math.exp(-logit)) - beta * Math.log1p(Math.exp(logit)) + Math.log(Math.cosh(u))
}

/** Standard deviation in u of a peak at `center`, by its curvature there. */
function deviation({ alpha, beta }: BetaShape, center: number): number {
  const slope = Math.PI * Math.cosh(center)
  return Math.sqrt((alpha + beta) / (alpha * beta)) / slope
}

function pointAt(u: number): UnitPoint {
  const logit = Math.PI * Math.sinh(u)
  return { x: 1 / (1 + Math.exp(-logit)), complement: 1 / (1 + Math.exp(logit)) }
}
