import { logBeta } from './log-gamma.ts'

/** The two parameters of a Beta distribution, both positive. */
export type BetaShape = { readonly alpha: number; readonly beta: number }

/** A point of [0, 1] with its complement, so that neither end loses digits. */
export type UnitPoint = { readonly x: number; readonly complement: number }

/** Below this a factor of the continued fraction counts as zero and is replaced by it. */
const TINY = 1e-300

/** The continued fraction needs about √max(alpha, beta) steps; this suffices for 10^11 observations. */
const MAXIMUM_STEPS = 1_000_000

/** Returns the regularised incomplete beta function I_x(alpha, beta): how much of Beta(alpha, beta) lies below x. */
export function incompleteBeta(shape: BetaShape, point: UnitPoint): number {
  if (point.x <= 0) return 0
  if (point.complement <= 0) return 1
  const { alpha, beta } = shape
  if (point.x <= (alpha + 1) / (alpha + beta + 2)) return lowerTail(shape, point)
  return 1 - lowerTail({ alpha: beta, beta: alpha }, { x: point.complement, complement: point.x })
}

/** Returns the x below which `probability` of Beta(alpha, beta) lies, to the precision of a double. */
export function betaQuantile(shape: BetaShape, probability: number): number {
  if (probability <= 0) return 0
  if (probability >= 1) return 1
  let low = 0
  let high = 1
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (incompleteBeta(shape, { x: middle, complement: 1 - middle }) < probability) low = middle
    else high = middle
  }
}

/** x^alpha · (1−x)^beta / (alpha · B(alpha, beta)) times the continued fraction, which converges fast below the mean. */
function lowerTail(shape: BetaShape, { x, complement }: UnitPoint): number {
  const { alpha, beta } = shape
  const logX = x < 0.5 ? Math.log(x) : Math.log1p(-complement)
  const logComplement = x < 0.5 ? Math.log1p(-x) : Math.log(complement)
  const logFront = alpha * logX + beta * logComplement - logBeta(alpha, beta)
  return (Math.exp(logFront) / alpha) * continuedFraction(shape, x)
}

/** Evaluates the continued fraction of the incomplete beta function by Lentz's method. */
function continuedFraction({ alpha, beta }: BetaShape, x: number): number {
  let numerator = 1
  let denominator = 1 / notZero(1 - ((alpha + beta) * x) / (alpha + 1))
  let fraction = denominator
  for (let step = 1; step <= MAXIMUM_STEPS; step += 1) {
    const place = alpha + 2 * step
    const even = (step * (beta - step) * x) / ((place - 1) * place)
    denominator = 1 / notZero(1 + even * denominator)
    numerator = notZero(1 + even / numerator)
    fraction *= denominator * numerator
    const odd = (-(alpha + step) * (alpha + beta + step) * x) / (place * (place + 1))
    denominator = 1 / notZero(1 + odd * denominator)
    numerator = notZero(1 + odd / numerator)
    const factor = denominator * numerator
    fraction *= factor
    if (Math.abs(factor - 1) < Number.EPSILON) return fraction
  }
  return fraction
}

function notZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}
