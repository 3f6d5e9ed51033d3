import {
  durationLine,
  emptyDurationFit,
  expectedDuration,
  isStraggler,
  observeDuration,
} from '../../src/statistics/duration-fit.ts'

type Fit = {
  readonly prior: number
  readonly min_samples: number
  readonly observations: readonly (readonly [size: number, seconds: number])[]
  readonly query: readonly number[]
}
type Straggler = { readonly elapsed: number; readonly p90: number; readonly multiplier: number }
type Output =
  | { readonly checkpoint: boolean }
  | { readonly estimates: readonly number[]; readonly intercept_slope: readonly [number, number] }

export function replay(input: Fit | Straggler): Output {
  if ('elapsed' in input) return { checkpoint: isStraggler(input.elapsed, input.p90, input.multiplier) }
  const options = { prior: input.prior, minimumSamples: input.min_samples }
  const fit = input.observations.reduce(
    (sums, [size, seconds]) => observeDuration(sums, size, seconds),
    emptyDurationFit,
  )
  const { intercept, slope } = durationLine(fit, options)
  return {
    estimates: input.query.map((size) => expectedDuration(fit, size, options)),
    intercept_slope: [intercept, slope],
  }
}
