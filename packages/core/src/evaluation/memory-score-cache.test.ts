import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { failedChecks } from '../testing/check.ts'
import { scoreCacheContract } from '../testing/score-cache-contract.ts'
import * as wrongCaches from '../testing/wrong/score-caches.ts'
import { MemoryScoreCache } from './memory-score-cache.ts'
import type { ScoreKey } from './score-cache.ts'

const pause = (): Promise<void> => delay(2)

test.each(scoreCacheContract())('the cache in memory $name', ({ run }) =>
  run(() => ({ cache: new MemoryScoreCache(), pause })),
)

test.each(Object.entries(wrongCaches))('the suite of score caches rejects %s', async (_, WrongCache) => {
  const failed = await failedChecks(scoreCacheContract(), () => ({ cache: new WrongCache(), pause }))
  expect(failed).not.toEqual([])
})

test('forgets what was unused for longest once it is full', async () => {
  const cache = new MemoryScoreCache({ maxEntries: 3 })
  const ask = (task: string): Promise<unknown> =>
    cache.getOrMeasure(keyOf(task), async () => ({ reward: 1, metrics: {} }))
  for (const task of ['a', 'b', 'c', 'a', 'd']) await ask(task)
  const held = await Promise.all(['a', 'b', 'c', 'd'].map((task) => cache.has(keyOf(task))))
  expect([held, cache.size]).toEqual([[true, false, true, true], 3])
})

function keyOf(task: string): ScoreKey {
  return { content: 'c', task, trial: 0, evaluator: 'e' }
}
