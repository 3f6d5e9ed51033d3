import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SingleFlight } from './single-flight.ts'

test('64 callers share one computation and its result', async () => {
  const flight = new SingleFlight<number>()
  let computed = 0
  const compute = async (): Promise<number> => (await delay(1), (computed += 1))
  expect(await Promise.all(Array.from({ length: 64 }, () => flight.run('key', compute)))).toEqual(
    Array.from({ length: 64 }, () => 1),
  )
})

test('an error reaches all 64 callers, and the next one computes again', async () => {
  const flight = new SingleFlight<number>()
  const fail = async (): Promise<number> => {
    await delay(1)
    throw new Error('no')
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => flight.run('key', fail)))
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(flight.has('key')).toBe(false)
  expect(await flight.run('key', async () => 7)).toBe(7)
})

test('computes again once a computation has ended, for it keeps nothing', async () => {
  const flight = new SingleFlight<number>()
  let computed = 0
  const compute = async (): Promise<number> => (computed += 1)
  expect([await flight.run('key', compute), await flight.run('key', compute)]).toEqual([1, 2])
})

test('keeps keys apart, and knows which are under way', async () => {
  const flight = new SingleFlight<string>()
  const [a, b] = [flight.run('a', async () => 'a'), flight.run('b', async () => 'b')]
  expect(['a', 'b', 'c'].map((key) => flight.has(key))).toEqual([true, true, false])
  expect([await a, await b]).toEqual(['a', 'b'])
  expect(flight.has('a')).toBe(false)
})

test('turns a computation that throws at once into a rejection', async () => {
  const flight = new SingleFlight<number>()
  const thrown = flight.run('key', () => {
    throw new Error('at once')
  })
  await expect(thrown).rejects.toThrow('at once')
  expect(flight.has('key')).toBe(false)
})
