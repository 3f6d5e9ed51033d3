import { fc, it as property } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { logBeta, logGamma } from './log-gamma.ts'

const positive = fc.double({ min: 1e-3, max: 1e6, noNaN: true })
const closeTo = (value: number, expected: number, tolerance: number): void =>
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(expected)))

/** ln of a big whole number from its leading 17 digits. */
function logOf(value: bigint): number {
  const digits = value.toString()
  return Math.log(Number(digits.slice(0, 17))) + Math.log(10) * Math.max(0, digits.length - 17)
}

it('equals the logarithm of a factorial computed in whole numbers', () => {
  let factorial = 1n
  for (let n = 1; n <= 400; n += 1) {
    closeTo(logGamma(n), logOf(factorial), 1e-13)
    factorial *= BigInt(n)
  }
})

it('equals the known values at half-integers', () => {
  let expected = 0.5 * Math.log(Math.PI)
  for (let x = 0.5; x < 100; x += 1) {
    closeTo(logGamma(x), expected, 1e-13)
    expected += Math.log(x)
  }
})

property.prop([fc.double({ min: 0.01, max: 0.99, noNaN: true })])('satisfies the reflection formula', (x) => {
  closeTo(logGamma(x) + logGamma(1 - x), Math.log(Math.PI / Math.sin(Math.PI * x)), 1e-12)
})

property.prop([positive])('satisfies the duplication formula', (x) => {
  const doubled = logGamma(x) + logGamma(x + 0.5) - (1 - 2 * x) * Math.LN2 - 0.5 * Math.log(Math.PI)
  closeTo(logGamma(2 * x), doubled, 1e-13)
})

property.prop([positive, positive])('log-beta is symmetric and equals its three gammas', (a, b) => {
  expect(logBeta(a, b)).toBe(logBeta(b, a))
  const gammas = [logGamma(a), logGamma(b), logGamma(a + b)] as const
  const scale = Math.max(1, ...gammas.map(Math.abs))
  expect(Math.abs(logBeta(a, b) - (gammas[0] + gammas[1] - gammas[2]))).toBeLessThan(1e-13 * scale)
})

property.prop([fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 })])(
  'log-beta equals whole-number arithmetic',
  (a, b) => {
    let reciprocal = BigInt(a)
    for (let i = 1n; i <= BigInt(a); i += 1n) reciprocal = (reciprocal * (BigInt(b) - 1n + i)) / i
    closeTo(logBeta(a, b), -logOf(reciprocal), 1e-13)
  },
)
