import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evolve, type Task } from '../../src/index.ts'
import { goldenRun, RULE } from './golden-options.ts'

const count = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max })

describe('limits stop a run before they are passed', () => {
  property.prop(
    [fc.record({ maxCalls: count(80), workers: count(5), selfVerify: fc.boolean(), failEvery: fc.nat(9) })],
    { numRuns: 60 },
  )('calls, whatever fails meanwhile', async ({ maxCalls, workers, selfVerify, failEvery }) => {
    const { calls, options } = goldenRun()
    const made = (): number => calls.run + calls.propose
    const run = (rendered: string): string => {
      const answer = options.run(rendered)
      if (failEvery > 0 && made() % (failEvery + 1) === 0) throw new Error('503')
      return answer
    }
    const result = await evolve({
      ...options,
      run,
      workers,
      stop: { maxCalls },
      evaluation: { selfVerify },
    })
    expect(made()).toBeLessThanOrEqual(maxCalls)
    expect(result.calls).toBe(made())
  })

  property.prop([count(40), count(6)], { numRuns: 40 })('rollouts', async (maxRollouts, workers) => {
    const { options } = goldenRun()
    const result = await evolve({ ...options, workers, rounds: 8, stop: { maxRollouts } })
    expect(result.rollouts).toBe(Math.min(maxRollouts, workers * 8))
    expect(result.stopReason).toBe(maxRollouts < workers * 8 ? 'max-rollouts' : 'rounds')
  })

  test('tokens: the largest call so far is what the next one is expected to cost', async () => {
    const { options } = goldenRun()
    const run = (rendered: string, _task: Task, context: { report(usage: object): void }): string => {
      context.report({ promptTokens: 80, completionTokens: 20 })
      return options.run(rendered)
    }
    const result = await evolve({ ...options, run, workers: 2, stop: { maxTokens: 2000 } })
    expect(result.stopReason).toBe('max-tokens')
    expect(result.tokens).toBeLessThanOrEqual(2000)
    expect(result.tokens).toBe(100 * result.cost.runCalls)
  })

  test('seconds of the injected clock', async () => {
    const { options } = goldenRun()
    const run = async (rendered: string): Promise<string> => {
      await options.clock.sleep(500)
      return options.run(rendered)
    }
    const result = await evolve({ ...options, run, workers: 1, rounds: 100, stop: { maxSeconds: 12 } })
    expect(result.stopReason).toBe('max-seconds')
    expect(result.elapsedMs).toBeGreaterThanOrEqual(12_000)
    expect(result.elapsedMs).toBeLessThan(13_000)
  })

  test('a round leaves room to judge what it proposes', async () => {
    const { options } = goldenRun()
    const result = await evolve({ ...options, workers: 3, stop: { maxCalls: 13 } })
    expect(result.outcomes()).toEqual({ committed: 1 })
    expect(result.proposals.filter(({ verdict }) => verdict === 'pending')).toEqual([])
  })
})

describe('early stop', () => {
  test('the target is asked before patience', async () => {
    const { options } = goldenRun()
    const result = await evolve({ ...options, stop: { targetReward: 1, patience: 1 } })
    expect([result.stopReason, result.history.length]).toEqual(['target-reward', 1])
  })

  test('patience counts measurements without a better one', async () => {
    const { options } = goldenRun()
    const result = await evolve({ ...options, propose: () => null, rounds: 9, stop: { patience: 3 } })
    expect([result.stopReason, result.history.length]).toEqual(['patience', 4])
  })
})

describe('a run that cannot go on keeps what it has', () => {
  test('a backend that always fails ends it in three rounds, with one sentence and no throw', async () => {
    const { options } = goldenRun()
    const run = (): string => {
      throw new Error('429 too many requests')
    }
    const result = await evolve({ ...options, run, rounds: 20 })
    expect(result.stopReason).toBe('error')
    expect(result.error).toEqual(new Error('429 too many requests'))
    expect(result.history).toEqual([])
    expect(result.warnings).toEqual([])
    expect(result.finalReward).toBeUndefined()
  })

  test('aborting returns what was reached', async () => {
    const { options } = goldenRun()
    const stopper = new AbortController()
    const result = await evolve({
      ...options,
      signal: stopper.signal,
      onEvent: (event) => {
        if (event.type === 'round-end' && event.round.round === 1) stopper.abort(new Error('enough'))
      },
    })
    expect([result.stopReason, result.history.length]).toEqual(['aborted', 2])
    expect(result.rendered).toContain(RULE)
    expect(result.finalReward).toBe(1)
  })

  test('aborting does not wait for a call that never answers', async () => {
    const { options } = goldenRun()
    const stopper = new AbortController()
    const run = (): Promise<string> =>
      new Promise(() => setTimeout(() => stopper.abort(new Error('enough')), 1))
    const result = await evolve({ ...options, run, signal: stopper.signal })
    expect(result.stopReason).toBe('aborted')
  })
})

test('repeated trials are part of what a round must leave room for', async () => {
  const { options } = goldenRun()
  const settings = { workers: 3, stop: { maxCalls: 24 }, evaluation: { trials: 3 } }
  const result = await evolve({ ...options, ...settings })
  expect(result.stopReason).toBe('max-calls')
  expect(result.proposals.filter(({ verdict }) => verdict === 'pending')).toEqual([])
})
