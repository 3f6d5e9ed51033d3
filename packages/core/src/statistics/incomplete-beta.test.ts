import { fc, it as property } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { betaQuantile, incompleteBeta } from './incomplete-beta.ts'

const parameter = fc.double({ min: 1, max: 2000, noNaN: true })
const inside = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })
const at = (x: number): { x: number; complement: number } => ({ x, complement: 1 - x })

property.prop([
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 1, max: 99 }),
])('equals the binomial tail in whole-number arithmetic', (alpha, beta, percent) => {
  const n = BigInt(alpha + beta - 1)
  let tail = 0n
  let choose = 1n
  for (let k = 0n; k <= n; k += 1n) {
    if (k >= BigInt(alpha)) tail += choose * BigInt(percent) ** k * BigInt(100 - percent) ** (n - k)
    choose = (choose * (n - k)) / (k + 1n)
  }
  const exact = Number((tail * 10n ** 20n) / 100n ** n) / 1e20
  expect(Math.abs(incompleteBeta({ alpha, beta }, at(percent / 100)) - exact)).toBeLessThan(1e-13)
})

property.prop([parameter, parameter, inside])('and its mirror image add up to one', (alpha, beta, x) => {
  const sum =
    incompleteBeta({ alpha, beta }, at(x)) +
    incompleteBeta({ alpha: beta, beta: alpha }, { x: 1 - x, complement: x })
  expect(Math.abs(sum - 1)).toBeLessThan(1e-12)
})

property.prop([fc.record({ alpha: parameter, beta: parameter }), inside, inside])(
  'never falls with x',
  (shape, x, y) => {
    const low = incompleteBeta(shape, at(Math.min(x, y)))
    expect(incompleteBeta(shape, at(Math.max(x, y)))).toBeGreaterThanOrEqual(low - 1e-13)
  },
)

property.prop([parameter, parameter, fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })])(
  'the quantile is where the distribution function reaches the probability',
  (alpha, beta, probability) => {
    const x = betaQuantile({ alpha, beta }, probability)
    expect(Math.abs(incompleteBeta({ alpha, beta }, at(x)) - probability)).toBeLessThan(1e-9)
  },
)

it('is 0 and 1 at the ends, and so is the quantile', () => {
  expect(incompleteBeta({ alpha: 2, beta: 3 }, at(0))).toBe(0)
  expect(incompleteBeta({ alpha: 2, beta: 3 }, at(1))).toBe(1)
  expect(betaQuantile({ alpha: 2, beta: 3 }, 0)).toBe(0)
  expect(betaQuantile({ alpha: 2, beta: 3 }, 1)).toBe(1)
})
