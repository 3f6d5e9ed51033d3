import { describe, expect, test } from 'vitest'
import { BackendError, evolve, type EvolveOptions, singleSlot, type Strategy } from '../../src/index.ts'
import { goldenRun } from './golden-options.ts'

/** Calls a function with the arguments of an older signature, as a caller's own code might. */
function outdated(): never {
  const task: { prompt?: { text: string } } = {}
  throw new TypeError(`Cannot read properties of ${String(task.prompt?.text)} (reading 'text')`)
}

function strategy(broken: 'render' | 'toEdits'): Strategy {
  return { ...singleSlot({ initial: 'Answer.' }), [broken]: outdated }
}

const mistakes: readonly (readonly [string, Partial<EvolveOptions>, string])[] = [
  ['propose', { propose: outdated }, 'propose-threw'],
  ['reward', { reward: outdated }, 'reward-threw'],
  ['run', { run: outdated }, 'run-threw'],
  ['run, later', { run: async () => outdated() }, 'run-threw'],
  ['render of a strategy', { strategy: strategy('render') }, 'strategy-threw'],
  ['toEdits of a strategy', { strategy: strategy('toEdits') }, 'strategy-threw'],
]

describe("E8: a mistake in the caller's own code", () => {
  test.each(mistakes)('ends the run at once, with its place: %s', async (_, broken, code) => {
    const { options, calls } = goldenRun()
    const thrown: unknown = await evolve({ ...options, ...broken, rounds: 40, workers: 1 }).catch(
      (error: unknown) => error,
    )
    expect(thrown).toMatchObject({ code, kind: 'caller', cause: expect.any(TypeError) })
    expect(String(thrown)).toContain('Cannot read properties of undefined')
    const { cause } = Object(thrown)
    expect(cause.stack).toContain('mistakes.test.ts')
    expect(calls.run + calls.propose).toBeLessThanOrEqual(10)
  })

  test('is told from a connection that was lost, which the language reports alike', async () => {
    const { options } = goldenRun()
    let proposals = 0
    const result = await evolve({
      ...options,
      rounds: 6,
      workers: 1,
      propose: () => {
        if (proposals++ > 0) return options.propose()
        throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') })
      },
    })
    expect([result.error, result.finalReward]).toEqual([undefined, 1])
  })
})

describe('a proposer that never helps', () => {
  test('B9: ends by patience although every evaluation comes from the cache', async () => {
    const { options, calls } = goldenRun()
    const result = await evolve({
      ...options,
      propose: () => 'Be nice.',
      rounds: 1000,
      workers: 2,
      stop: { patience: 4 },
    })
    expect([result.stopReason, result.history.length]).toEqual(['patience', 5])
    expect(result.cost.cacheMisses).toBeLessThanOrEqual(3 * 5)
    expect(calls.run).toBeLessThan(100)
  })

  test('B9: ends by calls, which count proposals and rollouts that no cache answers', async () => {
    const { options, calls } = goldenRun()
    const result = await evolve({
      ...options,
      propose: () => {
        calls.propose++
        return 'Be nice.'
      },
      rounds: 1000,
      workers: 2,
      stop: { maxCalls: 60 },
    })
    expect(result.stopReason).toBe('max-calls')
    expect(calls.run + calls.propose).toBeLessThanOrEqual(60)
    expect(result.calls).toBe(calls.run + calls.propose)
  })

  test('B9: ends after a few rounds in which it is out of reach from the start', async () => {
    const { options } = goldenRun()
    const down = new BackendError({ code: 'http-503', message: '503' })
    const result = await evolve({
      ...options,
      propose: () => Promise.reject(down),
      rounds: 1000,
      workers: 2,
      stop: { patience: 4 },
    })
    expect([result.stopReason, result.history.length]).toEqual(['patience', 5])
  })
})
