import { describe, expect, test } from 'vitest'
import { evolve, serial, synchronous } from '../../src/index.ts'
import { goldenRun } from './golden-options.ts'

describe('the golden run', () => {
  test('twelve tasks, three workers, six rounds: every figure', async () => {
    const { calls, options } = goldenRun()
    const result = await evolve({ ...options, workers: 3, rounds: 6 })
    expect(result.history.map((round) => round.calls)).toEqual([19, 22, 25, 28, 31, 34])
    expect(calls).toEqual({ run: 31, propose: 3 })
    expect(result.calls).toBe(34)
    expect(result.rollouts).toBe(18)
    expect(result.cost.cacheMisses).toBe(10)
    expect(result.outcomes()).toEqual({ committed: 1 })
    expect(result.history.map(({ size, reward }) => [size, reward])).toEqual(Array(6).fill([1, 1]))
    expect(result.finalRows).toHaveLength(5)
    expect([result.initialReward, result.finalReward]).toEqual([0, 1])
    expect(result.stopReason).toBe('rounds')
    expect(result.fusionStats()).toMatchObject({ trials: 1, nothingToFuse: 1, contested: 0 })
    expect(result.log.map(({ message }) => message.subject.replace(/ w\d\S*/, ' DIFF'))).toEqual([
      'merge DIFF -> artifact: 0.000 to 1.000 on 5',
      'register artifact',
      'genesis',
    ])
  })

  test('one worker after the other reaches the same artifact', async () => {
    const rounds = await evolve({
      ...goldenRun().options,
      workers: 3,
      scheduler: synchronous({ rounds: 6 }),
    })
    const alone = await evolve({ ...goldenRun().options, scheduler: serial({ rounds: 6 }) })
    expect(alone.rendered).toBe(rounds.rendered)
    expect(alone.outcomes()).toEqual({ committed: 1 })
    expect(alone.rollouts).toBe(6)
  })
})
