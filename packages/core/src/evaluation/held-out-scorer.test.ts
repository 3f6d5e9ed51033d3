import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { contentDigest } from '../runtime/digest.ts'
import { cellsNamed, jobOf, setUp } from '../../test/scoring.ts'

test('scores each cell once, and answers later jobs from the cache at no time', async () => {
  const { actor, scorer, meter } = setUp(({ task }) => (task.id === 'a' ? 1 : 0.5))
  const first = await scorer.score(jobOf('text', cellsNamed('a', 'b')))
  const second = await scorer.score(jobOf('text', cellsNamed('b', 'a')))
  expect(first.map(({ task, reward }) => [task, reward])).toEqual([
    ['a', 1],
    ['b', 0.5],
  ])
  expect(second.map(({ task, reward, ms }) => [task, reward, ms])).toEqual([
    ['b', 0.5, 0],
    ['a', 1, 0],
  ])
  expect(actor.specs).toHaveLength(2)
  expect(meter.snapshot()).toMatchObject({ gateCalls: 2, cacheMisses: 2, cacheHits: 2, runCalls: 2 })
})

test('tells texts, tasks, trials and evaluators apart', async () => {
  const { actor, scorer, cache } = setUp(() => 1)
  const other = setUp(() => 1, { cache, evaluator: 'other' })
  await scorer.score(jobOf('text', cellsNamed('a')))
  await scorer.score(jobOf('text', [{ task: { id: 'a', prompt: 'another task' }, trial: 0 }]))
  await scorer.score(jobOf('text', [{ task: { id: 'a', prompt: '', meta: { answer: 4 } }, trial: 0 }]))
  await scorer.score(jobOf('text', [{ task: { id: 'a', prompt: '' }, trial: 1 }]))
  await scorer.score(jobOf('another text', cellsNamed('a')))
  await other.scorer.score(jobOf('text', cellsNamed('a')))
  expect([actor.specs.length, other.actor.specs.length]).toEqual([5, 1])
})

test('puts candidate, evaluator, time and tokens into the rows', async () => {
  const tokens = { prompt: 7, completion: 3 }
  const { scorer, clock } = setUp(async () => (await clock.sleep(12), 0.25), { tokens })
  const [row] = await scorer.score(jobOf('text', cellsNamed('a')))
  expect(row).toEqual({
    candidate: contentDigest('text'),
    task: 'a',
    trial: 0,
    reward: 0.25,
    metrics: {},
    tokens,
    ms: 12,
    evaluator: 'scripted',
  })
  const [cached] = await scorer.score(jobOf('text', cellsNamed('a')))
  expect(cached).not.toHaveProperty('tokens')
})

test('keeps the calls of all jobs together within the concurrency', async () => {
  const script = async (): Promise<number> => (await delay(1), 1)
  const { actor, scorer } = setUp(script, { concurrency: 3 })
  const tasks = cellsNamed(...'abcdefghij')
  await Promise.all([scorer.score(jobOf('one', tasks)), scorer.score(jobOf('two', tasks))])
  expect([actor.specs.length, actor.peak]).toEqual([20, 3])
})

test('shares a call under way with a second job, which pays nothing', async () => {
  const admitted: number[] = []
  const script = async (): Promise<number> => (await delay(2), 1)
  const { actor, scorer, meter } = setUp(script, { admit: (calls) => admitted.push(calls) })
  const jobs = [1, 2].map(() => scorer.score(jobOf('text', cellsNamed('a', 'b'))))
  const [first, second] = await Promise.all(jobs)
  expect(second?.map(({ ms }) => ms)).toEqual([0, 0])
  expect(first?.map(({ reward }) => reward)).toEqual([1, 1])
  expect([actor.specs.length, admitted]).toEqual([2, [2]])
  expect(meter.snapshot()).toMatchObject({ cacheMisses: 2, cacheHits: 2 })
})

test('asks for all missing calls before the first one starts, and starts none when refused', async () => {
  const admitted: number[] = []
  const { actor, scorer } = setUp(() => 1, {
    admit: (calls) => {
      admitted.push(calls)
      if (calls > 2) throw new Error(`no room for ${calls}`)
    },
  })
  await scorer.score(jobOf('text', cellsNamed('a', 'b')))
  await expect(scorer.score(jobOf('text', cellsNamed('a', 'b', 'c', 'd', 'e')))).rejects.toThrow(
    'no room for 3',
  )
  await scorer.score(jobOf('text', cellsNamed('b')))
  expect(admitted).toEqual([2, 3])
  expect(actor.specs).toHaveLength(2)
})

test('names the same cell by the same lease, and different cells by different ones', async () => {
  const { actor, scorer } = setUp(() => 1)
  const { actor: again, scorer: resumed } = setUp(() => 1)
  await scorer.score(jobOf('text', cellsNamed('a', 'b')))
  await resumed.score(jobOf('text', cellsNamed('a')))
  const [a, b] = actor.specs
  expect(again.specs[0]?.lease).toBe(a?.lease)
  expect(b?.lease).not.toBe(a?.lease)
})

test('evaluates every trial for itself, and counts a task whose trials disagree once', async () => {
  const { actor, scorer, meter } = setUp(({ task, trial }) => (task.id === 'noisy' ? trial / 2 : 1))
  const job = jobOf(
    'text',
    [0, 1, 2].flatMap((trial) => cellsNamed('noisy', 'steady').map((cell) => ({ ...cell, trial }))),
  )
  const rows = await scorer.score(job)
  expect(rows.filter(({ task }) => task === 'noisy').map(({ reward }) => reward)).toEqual([0, 0.5, 1])
  expect(meter.snapshot().disagreements).toBe(1)
  expect(await scorer.score(job)).toEqual(rows.map((row) => ({ ...row, ms: 0 })))
  expect(meter.snapshot().disagreements).toBe(1)
  expect(actor.specs).toHaveLength(6)
})

test('returns no rows for no cells, and asks for nothing', async () => {
  const { scorer } = setUp(() => 1, { admit: () => expect.unreachable() })
  expect(await scorer.score(jobOf('text', []))).toEqual([])
})
