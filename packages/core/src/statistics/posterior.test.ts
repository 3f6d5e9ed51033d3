import { fc, it as property } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import {
  alphaOf,
  betaOf,
  meanOf,
  observeDelta,
  observeOutcome,
  uniformPrior,
  varianceOf,
} from './posterior.ts'

const posterior = fc.record({ successes: fc.nat(50), failures: fc.nat(50) })

it('starts from a uniform rate: mean one half, variance one twelfth', () => {
  expect(meanOf(uniformPrior)).toBe(0.5)
  expect(varianceOf(uniformPrior)).toBeCloseTo(1 / 12, 15)
})

property.prop([posterior])('has the moments of its density, integrated', (counts) => {
  const steps = 4000
  const moments = [0, 0, 0]
  for (let i = 0; i < steps; i += 1) {
    const rate = (i + 0.5) / steps
    const logDensity = counts.successes * Math.log(rate) + counts.failures * Math.log1p(-rate)
    for (const power of [0, 1, 2])
      moments[power] = (moments[power] ?? 0) + Math.exp(logDensity) * rate ** power
  }
  const [mass = 0, first = 0, second = 0] = moments
  expect(meanOf(counts)).toBeCloseTo(first / mass, 5)
  expect(varianceOf(counts)).toBeCloseTo(second / mass - (first / mass) ** 2, 5)
})

property.prop([posterior, fc.array(fc.boolean(), { maxLength: 30 })])(
  'counts outcomes whatever their order',
  (start, outcomes) => {
    const forwards = outcomes.reduce((counts, success) => observeOutcome(counts, success), start)
    const backwards = outcomes
      .toReversed()
      .reduce((counts, success) => observeOutcome(counts, success), start)
    expect(forwards).toEqual(backwards)
    expect(alphaOf(forwards) + betaOf(forwards)).toBe(start.successes + start.failures + outcomes.length + 2)
  },
)

it('counts a gain of a quarter as a whole success, a smaller one in proportion, and nothing as a trace of failure', () => {
  expect(observeDelta(uniformPrior, 0.25)).toEqual({ successes: 1 + 1e-6, failures: 0 })
  expect(observeDelta(uniformPrior, 1)).toEqual({ successes: 1 + 1e-6, failures: 0 })
  expect(observeDelta(uniformPrior, 0.125)).toEqual({ successes: 0.5 + 1e-6, failures: 0 })
  expect(observeDelta(uniformPrior, 0)).toEqual({ successes: 0, failures: 1e-6 })
  expect(observeDelta(uniformPrior, -0.25)).toEqual({ successes: 0, failures: 1 + 1e-6 })
})
