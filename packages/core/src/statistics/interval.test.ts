import { fc, it as property } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { incompleteBeta } from './incomplete-beta.ts'
import { credibleInterval } from './interval.ts'

property.prop([
  fc.record({ successes: fc.nat(500), failures: fc.nat(500) }),
  fc.double({ min: 0.5, max: 0.999, noNaN: true }),
])('holds the rate with the stated probability, the rest split evenly', (posterior, mass) => {
  const { low, high } = credibleInterval(posterior, mass)
  const shape = { alpha: posterior.successes + 1, beta: posterior.failures + 1 }
  const below = incompleteBeta(shape, { x: low, complement: 1 - low })
  const above = 1 - incompleteBeta(shape, { x: high, complement: 1 - high })
  expect(below).toBeCloseTo((1 - mass) / 2, 9)
  expect(above).toBeCloseTo((1 - mass) / 2, 9)
})

it('knows the closed form after no success in n tries: 1 − tail^(1/(n+1))', () => {
  const { low, high } = credibleInterval({ successes: 0, failures: 9 })
  expect(low).toBeCloseTo(1 - 0.975 ** (1 / 10), 12)
  expect(high).toBeCloseTo(1 - 0.025 ** (1 / 10), 12)
})
