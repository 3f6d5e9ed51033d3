import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { type Counter, Meter } from './meter.ts'

const counters = Object.keys(new Meter().snapshot()).filter(isCounter)

test('starts every counter at zero', () => {
  expect(Object.values(new Meter().snapshot())).toEqual(Object.keys(new Meter().snapshot()).map(() => 0))
})

test.each(counters)('moves %s and what follows from it, and nothing else', (counter) => {
  const meter = new Meter()
  const before = meter.snapshot()
  meter.add(counter)
  meter.add(counter, 2.5)
  const isCall = counter.endsWith('Calls') && counter !== 'oracleCalls'
  const follows = {
    ...(isCall && { actorCalls: 3.5 }),
    ...(isCall && counter !== 'proposeCalls' && { runCalls: 3.5 }),
  }
  expect(meter.snapshot()).toEqual({ ...before, [counter]: 3.5, ...follows })
})

test.prop([fc.array(fc.tuple(fc.constantFrom(...counters), fc.nat()))])(
  'calls of run and propose add up to all calls, in every snapshot',
  (additions) => {
    const meter = new Meter()
    for (const [counter, amount] of additions) {
      meter.add(counter, amount)
      const { runCalls, proposeCalls, actorCalls } = meter.snapshot()
      expect(runCalls + proposeCalls).toBe(actorCalls)
    }
  },
)

test('a snapshot stays as it was taken', () => {
  const meter = new Meter()
  const snapshot = meter.snapshot()
  meter.add('retries')
  expect([snapshot.retries, meter.snapshot().retries]).toEqual([0, 1])
})

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses to add %d, and names the counter',
  (amount) => {
    const meter = new Meter()
    expect(() => meter.add('promptTokens', amount)).toThrow(
      expect.objectContaining({ code: 'bad-amount', argument: 'promptTokens', value: String(amount) }),
    )
    expect(meter.snapshot().promptTokens).toBe(0)
  },
)

function isCounter(name: string): name is Counter {
  return name !== 'runCalls' && name !== 'actorCalls'
}
