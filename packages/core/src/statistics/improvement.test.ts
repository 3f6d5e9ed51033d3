import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { probabilityOfImprovement } from './improvement.ts'
import { quadratureImprovement } from './improvement-quadrature.ts'
import { orderedDrawImprovement, wholeParameterImprovement } from './improvement-sums.ts'
import type { Posterior } from './posterior.ts'

const shape = (successes: number, failures: number): { alpha: number; beta: number } => ({
  alpha: successes + 1,
  beta: failures + 1,
})
const whole = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max })
const fraction = fc.double({ min: 0, max: 300, noNaN: true })
const posteriorOf = (count: fc.Arbitrary<number>): fc.Arbitrary<Posterior> =>
  fc.record({ successes: count, failures: count })

function choose(n: bigint, k: bigint): bigint {
  let result = 1n
  for (let i = 1n; i <= k; i += 1n) result = (result * (n - k + i)) / i
  return result
}

/** P(X > Y) in whole-number arithmetic: the sum of ∫ pdf_X · C(n, j) y^j (1−y)^(n−j) over j ≥ alpha_Y. */
function rationalImprovement(candidate: Posterior, baseline: Posterior): number {
  const [successes, failures] = [BigInt(candidate.successes), BigInt(candidate.failures)]
  const n = BigInt(baseline.successes + baseline.failures + 1)
  let numerator = 0n
  for (let j = BigInt(baseline.successes) + 1n; j <= n; j += 1n) {
    numerator += choose(successes + j, j) * choose(failures + n - j, n - j)
  }
  const denominator = choose(successes + failures + n + 1n, n)
  return Number((numerator * 10n ** 20n) / denominator) / 1e20
}

describe('the exact probability of improvement', () => {
  property.prop([posteriorOf(whole(60)), posteriorOf(whole(60))])(
    'equals rational arithmetic for whole counts',
    (candidate, baseline) => {
      const exact = rationalImprovement(candidate, baseline)
      expect(Math.abs(probabilityOfImprovement(candidate, baseline) - exact)).toBeLessThan(1e-13)
    },
  )

  it.each([
    { candidate: [700, 300], baseline: [650, 350] },
    { candidate: [1200, 3], baseline: [1190, 13] },
    { candidate: [900, 900], baseline: [1, 0] },
    { candidate: [30, 970], baseline: [45, 955] },
  ] as const)('equals rational arithmetic for $candidate against $baseline', (counts) => {
    const candidate = { successes: counts.candidate[0], failures: counts.candidate[1] }
    const baseline = { successes: counts.baseline[0], failures: counts.baseline[1] }
    const exact = rationalImprovement(candidate, baseline)
    expect(Math.abs(probabilityOfImprovement(candidate, baseline) - exact)).toBeLessThan(1e-13)
  })

  property.prop([posteriorOf(fraction), posteriorOf(fraction)])(
    'and its opposite add up to one',
    (candidate, baseline) => {
      const sum =
        probabilityOfImprovement(candidate, baseline) + probabilityOfImprovement(baseline, candidate)
      expect(Math.abs(sum - 1)).toBeLessThan(1e-12)
    },
  )

  property.prop([posteriorOf(whole(1e6)), posteriorOf(whole(1e6))])(
    'and its opposite add up to one for whole counts of any size',
    (candidate, baseline) => {
      const sum =
        probabilityOfImprovement(candidate, baseline) + probabilityOfImprovement(baseline, candidate)
      expect(Math.abs(sum - 1)).toBeLessThan(1e-12)
    },
  )

  property.prop([posteriorOf(fc.oneof(fraction, whole(1000)))])(
    'is exactly one half for a tie, so that a tie never passes a threshold of one half',
    (posterior) => {
      expect(probabilityOfImprovement(posterior, { ...posterior })).toBe(0.5)
    },
  )

  property.prop([
    posteriorOf(fraction),
    posteriorOf(fraction),
    fc.double({ min: 0.01, max: 5, noNaN: true }),
  ])('never falls when the candidate gains successes', (candidate, baseline, gain) => {
    const more = { successes: candidate.successes + gain, failures: candidate.failures }
    const before = probabilityOfImprovement(candidate, baseline)
    expect(probabilityOfImprovement(more, baseline)).toBeGreaterThanOrEqual(before - 1e-12)
  })
})

it.each([
  { candidate: { successes: Number.NaN, failures: 0 }, value: 'NaN' },
  { candidate: { successes: 3, failures: -1 }, value: '-1' },
  { candidate: { successes: Number.POSITIVE_INFINITY, failures: 1 }, value: 'Infinity' },
])('a count of $value is refused on either side', ({ candidate, value }) => {
  const sound = { successes: 1, failures: 1 }
  const refusal = { code: 'bad-count', value, message: expect.stringContaining(value) }
  expect(() => probabilityOfImprovement(candidate, sound)).toThrow(
    expect.objectContaining({ ...refusal, argument: 'candidate' }),
  )
  expect(() => probabilityOfImprovement(sound, candidate)).toThrow(
    expect.objectContaining({ ...refusal, argument: 'baseline' }),
  )
})

describe('the three methods behind it', () => {
  property.prop([posteriorOf(whole(400)), posteriorOf(whole(400))])(
    'agree where all of them apply',
    (candidate, baseline) => {
      const upper = shape(candidate.successes, candidate.failures)
      const lower = shape(baseline.successes, baseline.failures)
      const ordered = orderedDrawImprovement(upper, lower)
      expect(Math.abs(wholeParameterImprovement(upper, lower) - ordered)).toBeLessThan(1e-11)
      expect(Math.abs(quadratureImprovement(upper, lower) - ordered)).toBeLessThan(1e-12)
    },
  )

  property.prop([whole(400), fraction, posteriorOf(fraction)])(
    'agree when one parameter is whole, whichever it is',
    (count, other, fractions) => {
      const pairs = [
        [{ successes: count, failures: other }, fractions],
        [{ successes: other, failures: count }, fractions],
        [fractions, { successes: count, failures: other }],
        [fractions, { successes: other, failures: count }],
      ] as const
      for (const [candidate, baseline] of pairs) {
        const integrated = quadratureImprovement(
          shape(candidate.successes, candidate.failures),
          shape(baseline.successes, baseline.failures),
        )
        expect(Math.abs(probabilityOfImprovement(candidate, baseline) - integrated)).toBeLessThan(1e-11)
      }
    },
  )

  it('agree where the terms of the sum span more than a double holds', () => {
    const [upper, lower] = [shape(1500, 1400.5), shape(1450.5, 1450.5)]
    const integrated = quadratureImprovement(upper, lower)
    expect(integrated).toBeGreaterThan(0.5)
    expect(Math.abs(wholeParameterImprovement(upper, lower) - integrated)).toBeLessThan(1e-11)
  })

  it('agree at a million observations', () => {
    const [upper, lower] = [shape(501_000, 499_000), shape(449_500, 450_500)]
    const ordered = orderedDrawImprovement(upper, lower)
    expect(ordered).toBeGreaterThan(0.9)
    expect(ordered).toBeLessThan(1)
    expect(Math.abs(quadratureImprovement(upper, lower) - ordered)).toBeLessThan(1e-9)
  })
})
