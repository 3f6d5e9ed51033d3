import { fc, it as property } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import {
  durationLine,
  emptyDurationFit,
  expectedDuration,
  isStraggler,
  observeDuration,
} from './duration-fit.ts'

const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 600 })), {
  minLength: 3,
  maxLength: 50,
})
const fitOf = (observations: readonly (readonly [number, number])[]): typeof emptyDurationFit =>
  observations.reduce((fit, [size, duration]) => observeDuration(fit, size, duration), emptyDurationFit)

property.prop([points])('leaves residuals that sum to zero, also weighted by size', (observations) => {
  fc.pre(new Set(observations.map(([size]) => size)).size > 1)
  const { intercept, slope } = durationLine(fitOf(observations), { prior: 1 })
  const residuals = observations.map(([size, duration]) => duration - intercept - slope * size)
  const scale = observations.length * 5000 * 600
  expect(Math.abs(residuals.reduce((sum, residual) => sum + residual, 0)) / scale).toBeLessThan(1e-9)
  const weighted = observations.map(([size], i) => size * (residuals[i] ?? 0))
  expect(Math.abs(weighted.reduce((sum, residual) => sum + residual, 0)) / scale).toBeLessThan(1e-6)
})

it('answers the prior, then the mean, then the line', () => {
  const options = { prior: 7 }
  expect(expectedDuration(emptyDurationFit, 10, options)).toBe(7)
  expect(
    expectedDuration(
      fitOf([
        [1, 2],
        [2, 4],
      ]),
      10,
      options,
    ),
  ).toBe(3)
  expect(
    expectedDuration(
      fitOf([
        [1, 2],
        [2, 4],
        [3, 6],
      ]),
      10,
      options,
    ),
  ).toBeCloseTo(20, 9)
})

it('answers the mean when every size is the same', () => {
  expect(
    expectedDuration(
      fitOf([
        [5, 1],
        [5, 2],
        [5, 6],
      ]),
      900,
      { prior: 7 },
    ),
  ).toBe(3)
})

it('calls a rollout a straggler only beyond twice the 90th percentile', () => {
  expect(isStraggler(20, 10)).toBe(false)
  expect(isStraggler(20.1, 10)).toBe(true)
})
