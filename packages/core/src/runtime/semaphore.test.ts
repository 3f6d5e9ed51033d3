import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

test('runs as many tasks at once as it is wide, in order of arrival', async () => {
  const semaphore = new Semaphore(2)
  const started: number[] = []
  let [active, peak] = [0, 0]
  const work = async (index: number): Promise<void> => {
    started.push(index)
    active += 1
    peak = Math.max(peak, active)
    await delay(index === 0 ? 6 : 1)
    active -= 1
  }
  await Promise.all([0, 1, 2, 3, 4].map((index) => semaphore.run(() => work(index))))
  expect([started, peak]).toEqual([[0, 1, 2, 3, 4], 2])
})

test('a failure gives its place free', async () => {
  const semaphore = new Semaphore(1)
  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(
    semaphore.run(() => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(await semaphore.run(async () => 'free')).toBe('free')
})
