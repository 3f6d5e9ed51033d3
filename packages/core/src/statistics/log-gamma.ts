/** Coefficients of Stirling's series, B(2k) / (2k·(2k−1)) for k = 1 … 8, with B the Bernoulli numbers. */
const STIRLING_SERIES = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360_360,
  1 / 156,
  -3617 / 122_400,
] as const

/** From here on eight terms of Stirling's series are exact to a double. */
const STIRLING_FROM = 10

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI)

/** Returns ln Γ(x) for x > 0, to 1e-13 (relative to the larger of 1 and the value). */
export function logGamma(x: number): number {
  let shifted = x
  let product = 1
  while (shifted < STIRLING_FROM) {
    product *= shifted
    shifted += 1
  }
  const stirling =
    (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI + stirlingCorrection(shifted)
  return stirling - Math.log(product)
}

/**
 * Returns ln B(a, b) for a, b > 0. For large arguments the leading parts of the three Γ cancel by hand, so the result
 * keeps its digits where ln Γ(a) + ln Γ(b) − ln Γ(a + b) would lose them.
 */
export function logBeta(a: number, b: number): number {
  const small = Math.min(a, b)
  const large = Math.max(a, b)
  if (large < STIRLING_FROM) return logGamma(small) + logGamma(large) - logGamma(small + large)
  const total = small + large
  const largeCorrection = stirlingCorrection(large) - stirlingCorrection(total)
  const largePart = (large - 0.5) * Math.log1p(-small / total)
  if (small < STIRLING_FROM) {
    return logGamma(small) + small - small * Math.log(total) + largePart + largeCorrection
  }
  const smallPart = small * Math.log(small / total) - 0.5 * Math.log(small)
  return smallPart + largePart + HALF_LOG_TWO_PI + stirlingCorrection(small) + largeCorrection
}

/** ln Γ(x) − [(x − ½)·ln x − x + ½·ln 2π] for x ≥ 10. */
function stirlingCorrection(x: number): number {
  const inverse = 1 / x
  const square = inverse * inverse
  return STIRLING_SERIES.reduceRight((sum, coefficient) => sum * square + coefficient, 0) * inverse
}
