import { describe, expect, test } from 'vitest'
import { fc, test as property } from '@fast-check/vitest'
import { retryAfterMs } from './retry-after.ts'

const NOW = Date.parse('Wed, 01 Jan 2025 00:00:00 GMT')

describe('D1: how long an answer asks to wait', () => {
  test.each([
    { headers: { 'retry-after': '30' }, ms: 30_000 },
    { headers: { 'retry-after': '0' }, ms: 0 },
    { headers: { 'retry-after': '1.5' }, ms: 1500 },
    { headers: { 'retry-after': '277403' }, ms: 277_403_000 },
    { headers: { 'retry-after-ms': '250', 'retry-after': '30' }, ms: 250 },
    { headers: { 'retry-after-ms': 'x', 'retry-after': '30' }, ms: 30_000 },
    { headers: { 'retry-after': 'Wed, 01 Jan 2025 00:00:10 GMT' }, ms: 10_000 },
    { headers: { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' }, ms: 0 },
    {
      headers: { 'retry-after': 'Wed, 01 Jan 2020 00:00:05 GMT', date: 'Wed, 01 Jan 2020 00:00:00 GMT' },
      ms: 5000,
    },
    { headers: { 'retry-after': '-1' }, ms: undefined },
    { headers: { 'retry-after': 'Wed, soon' }, ms: undefined },
    { headers: { 'retry-after': '1e9' }, ms: undefined },
    { headers: { 'retry-after': '' }, ms: undefined },
    { headers: {}, ms: undefined },
  ])('is $ms ms for $headers', ({ headers, ms }) => {
    expect(retryAfterMs(new Headers(Object.entries(headers)), NOW)).toBe(ms)
  })

  property.prop([fc.string()])('is a number from 0 on or unknown, whatever the header holds', (text) => {
    const headers = new Headers()
    try {
      headers.set('retry-after', text)
    } catch {
      return
    }
    expect(retryAfterMs(headers, NOW) ?? 0).toBeGreaterThanOrEqual(0)
  })
})
