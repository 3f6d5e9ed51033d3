/** Running sums of a least-squares line through (size, duration) points; the unit of either is the caller's. */
export type DurationFit = {
  readonly count: number
  readonly sizes: number
  readonly durations: number
  readonly sizeSquares: number
  readonly products: number
}

/** What is answered before the points carry a line. */
export type DurationFitOptions = {
  /** The estimate with no points at all. */
  readonly prior: number
  /** Points a line needs; the mean serves below. 3 when absent. */
  readonly minimumSamples?: number
}

/** duration = intercept + slope · size */
export type DurationLine = { readonly intercept: number; readonly slope: number }

/** The fit before anything was measured. */
export const emptyDurationFit: DurationFit = {
  count: 0,
  sizes: 0,
  durations: 0,
  sizeSquares: 0,
  products: 0,
}

const DEFAULT_MINIMUM_SAMPLES = 3

/** Sizes that spread less than this are one size, through which no line is determined. */
const SMALLEST_SPREAD = 1e-12

/** A rollout is a straggler once it has taken this many times what nine of ten take. */
const DEFAULT_STRAGGLER_MULTIPLIER = 2

/** Returns the fit with one more measured duration. */
export function observeDuration(fit: DurationFit, size: number, duration: number): DurationFit {
  return {
    count: fit.count + 1,
    sizes: fit.sizes + size,
    durations: fit.durations + duration,
    sizeSquares: fit.sizeSquares + size * size,
    products: fit.products + size * duration,
  }
}

/** Returns the expected duration for a size; never negative. */
export function expectedDuration(fit: DurationFit, size: number, options: DurationFitOptions): number {
  const { intercept, slope } = durationLine(fit, options)
  return Math.max(0, intercept + slope * size)
}

/** Returns the least-squares line; a flat one at the mean, or at the prior, while the points determine none. */
export function durationLine(
  fit: DurationFit,
  { prior, minimumSamples = DEFAULT_MINIMUM_SAMPLES }: DurationFitOptions,
): DurationLine {
  if (fit.count === 0) return { intercept: prior, slope: 0 }
  const spread = fit.count * fit.sizeSquares - fit.sizes * fit.sizes
  if (fit.count < minimumSamples || spread <= SMALLEST_SPREAD) {
    return { intercept: fit.durations / fit.count, slope: 0 }
  }
  const slope = (fit.count * fit.products - fit.sizes * fit.durations) / spread
  return { intercept: (fit.durations - slope * fit.sizes) / fit.count, slope }
}

/** Tells whether a rollout has run for more than `multiplier` times the 90th percentile. */
export function isStraggler(
  elapsed: number,
  p90: number,
  multiplier: number = DEFAULT_STRAGGLER_MULTIPLIER,
): boolean {
  return elapsed > multiplier * p90
}
