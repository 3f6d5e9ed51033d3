import { describe, expect, test } from 'vitest'
import { evolve, serial, synchronous } from '../../src/index.ts'
import { claimGoldenFigures, claimGoldenLedger } from './golden-claims.ts'
import { goldenRun } from './golden-options.ts'

describe('the golden run', () => {
  test('twelve tasks, three workers, six rounds: every figure', async () => {
    const { calls, options } = goldenRun()
    claimGoldenFigures(await evolve({ ...options, workers: 3, rounds: 6 }), calls)
  })

  test('is the same run however many rollouts are under way at once', async () => {
    const { calls, options } = goldenRun()
    const scheduler = synchronous({ rounds: 6, concurrency: 1 })
    claimGoldenFigures(await evolve({ ...options, workers: 3, scheduler }), calls)
  })

  test('one worker after the other reaches the same artifact, at the price of its own rollouts', async () => {
    const { calls, options } = goldenRun()
    const rounds = await evolve({ ...goldenRun().options, workers: 3, rounds: 6 })
    const alone = await evolve({ ...options, scheduler: serial({ rounds: 6 }) })
    claimGoldenLedger(alone)
    expect(alone.rendered).toBe(rounds.rendered)
    expect(alone.outcomes()).toEqual({ committed: 1 })
    expect(alone.history.map((round) => round.calls)).toEqual([13, 14, 15, 16, 17, 18])
    expect(calls).toEqual({ run: 17, propose: 1 })
    expect([alone.rollouts, alone.cost.cacheMisses]).toEqual([6, 10])
  })
})
