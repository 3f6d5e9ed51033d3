import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { abortable } from './abortable.ts'

test('hands on what the work comes to, and its failure', async () => {
  const { signal } = new AbortController()
  await expect(
    abortable(
      delay(1).then(() => 7),
      signal,
    ),
  ).resolves.toBe(7)
  await expect(abortable(Promise.reject(new Error('503')), signal)).rejects.toThrow('503')
  await expect(abortable(8, signal)).resolves.toBe(8)
})

test('throws the reason as soon as the signal aborts, for everyone who waits', async () => {
  const stopper = new AbortController()
  const works = Array.from({ length: 50 }, () => abortable(new Promise(() => undefined), stopper.signal))
  setTimeout(() => stopper.abort(new Error('enough')), 1)
  const ends = await Promise.allSettled(works)
  expect(ends.map(({ status }) => status)).toEqual(Array(50).fill('rejected'))
  await expect(abortable(new Promise(() => undefined), stopper.signal)).rejects.toThrow('enough')
})

test('a failure after the abort is nobody’s unhandled rejection', async () => {
  const stopper = new AbortController()
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const late = delay(5).then(() => Promise.reject(new Error('late')))
  const work = abortable(late, stopper.signal)
  stopper.abort(new Error('enough'))
  await expect(work).rejects.toThrow('enough')
  await delay(20)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('fifty calls at once leave one listener on the signal', async () => {
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  signal.addEventListener = (...given: Parameters<AbortSignal['addEventListener']>) => {
    listeners++
    add(...given)
  }
  await Promise.all(Array.from({ length: 50 }, () => abortable(delay(1), signal)))
  expect(listeners).toBe(1)
})
