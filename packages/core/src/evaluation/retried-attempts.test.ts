import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cellsNamed, jobOf, setUp } from '../../test/scoring.ts'
import { BackendError, ContractError } from '../model/errors.ts'
import { MemoryScoreCache } from './memory-score-cache.ts'

const job = jobOf('text', cellsNamed('a'))
const refusal = (): never => {
  throw new BackendError({ code: 'overloaded', message: 'The model is overloaded.' })
}

test('tries again after 200 and after 400 ms', async () => {
  const startedAt: number[] = []
  const { scorer, meter, clock } = setUp((_, call) => {
    startedAt.push(clock.now())
    return call < 2 ? refusal() : 1
  })
  const [row] = await scorer.score(job)
  expect(row).toMatchObject({ reward: 1, ms: 0 })
  expect(startedAt).toEqual([0, 200, 600])
  expect(meter.snapshot()).toMatchObject({ gateCalls: 3, retries: 2, failures: 2, cacheMisses: 1 })
})

test('gives up after the third failure, throws it, and remembers nothing', async () => {
  const { actor, scorer } = setUp((_, call) => {
    if (call === 3) return 1
    throw new Error(`failure ${call}`)
  })
  await expect(scorer.score(job)).rejects.toThrow('failure 2')
  expect(actor.specs).toHaveLength(3)
  expect(await scorer.score(job)).toMatchObject([{ reward: 1 }])
})

test("never repeats an error of the caller's own code", async () => {
  const { actor, scorer, clock } = setUp(() => {
    throw new ContractError({ code: 'bad-reward', message: 'The reward is 7.' })
  })
  await expect(scorer.score(job)).rejects.toMatchObject({ code: 'bad-reward' })
  expect([actor.specs.length, clock.now()]).toEqual([1, 0])
})

test('never repeats what was repeated behind it', async () => {
  class GivenUp extends BackendError {
    override readonly repeated = true
  }
  const { actor, scorer, clock } = setUp(() => {
    throw new GivenUp({ code: 'overloaded', message: 'The model is overloaded.' })
  })
  await expect(scorer.score(job)).rejects.toMatchObject({ code: 'overloaded' })
  expect([actor.specs.length, clock.now()]).toEqual([1, 0])
})

test('asks the budget before each further attempt, and throws its refusal as it is', async () => {
  let room = 2
  const admit = (calls: number): void => {
    room -= calls
    if (room < 0) throw new RangeError('The calls are used up.')
  }
  const { actor, scorer } = setUp(refusal, { admit })
  await expect(scorer.score(job)).rejects.toThrow(RangeError)
  expect(actor.specs).toHaveLength(2)
})

test('starts nothing after a failure, and throws it once the calls under way have ended', async () => {
  const { actor, scorer } = setUp(
    async ({ task }) => {
      if (task.id === 'a') throw new ContractError({ code: 'broken', message: 'It is broken.' })
      await delay(5)
      return 1
    },
    { concurrency: 2 },
  )
  await expect(scorer.score(jobOf('text', cellsNamed(...'abcdef')))).rejects.toMatchObject({ code: 'broken' })
  expect([actor.specs.map(({ task }) => task.id), actor.active]).toEqual([['a', 'b'], 0])
})

test('ends on abort with the reason, and counts no retry', async () => {
  const controller = new AbortController()
  const { actor, scorer, meter } = setUp((_spec, _call, signal) => delay(60_000, 1, { signal }), {
    signal: controller.signal,
    concurrency: 2,
  })
  const scoring = scorer.score(jobOf('text', cellsNamed(...'abc')))
  await delay(2)
  controller.abort(new Error('enough'))
  await expect(scoring).rejects.toThrow('enough')
  expect([actor.specs.length, actor.active, meter.snapshot().retries]).toEqual([2, 0, 0])
})

test('measures for itself what another caller began and withdrew', async () => {
  const cache = new MemoryScoreCache()
  const controller = new AbortController()
  const other = setUp((_spec, _call, signal) => delay(60_000, 1, { signal }), {
    cache,
    signal: controller.signal,
  })
  const own = setUp(() => 0.5, { cache })
  const withdrawn = other.scorer.score(job)
  await delay(1)
  const scoring = own.scorer.score(job)
  await delay(1)
  expect(own.actor.specs).toHaveLength(0)
  controller.abort()
  await expect(withdrawn).rejects.toThrow('aborted')
  expect(await scoring).toMatchObject([{ reward: 0.5 }])
})

test('shares a failure with everyone who waits for it', async () => {
  const cache = new MemoryScoreCache()
  const admitted: number[] = []
  const first = setUp(async () => (await delay(5), refusal()), { cache })
  const second = setUp(() => 1, { cache, admit: (calls) => admitted.push(calls) })
  const failing = first.scorer.score(job)
  await delay(1)
  const outcomes = await Promise.allSettled([failing, second.scorer.score(job)])
  expect(outcomes).toMatchObject([{ reason: { code: 'overloaded' } }, { reason: { code: 'overloaded' } }])
  expect([second.actor.specs.length, admitted]).toEqual([0, []])
})
