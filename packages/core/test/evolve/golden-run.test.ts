import { describe, expect, test } from 'vitest'
import { evolve, MemoryStore, serial, synchronous } from '../../src/index.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'

const RULE = 'Answer in lower case.'

/** Twelve tasks that one rule solves: `run` is right exactly when the rendering holds it. */
function goldenOptions() {
  const calls = { run: 0, propose: 0 }
  return {
    calls,
    options: {
      tasks: Array.from({ length: 12 }, (_, index) => ({ id: `t${index}`, prompt: `question ${index}` })),
      reward: (_task: unknown, output: string) => (output === 'right' ? 1 : 0),
      run: (rendered: string) => {
        calls.run++
        return rendered.includes(RULE) ? 'right' : 'wrong'
      },
      propose: () => {
        calls.propose++
        return RULE
      },
      ledger: new MemoryStore(),
      clock: new VirtualClock(),
    },
  }
}

describe('the golden run', () => {
  test('twelve tasks, three workers, six rounds: every figure', async () => {
    const { calls, options } = goldenOptions()
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
      ...goldenOptions().options,
      workers: 3,
      scheduler: synchronous({ rounds: 6 }),
    })
    const alone = await evolve({ ...goldenOptions().options, scheduler: serial({ rounds: 6 }) })
    expect(alone.rendered).toBe(rounds.rendered)
    expect(alone.outcomes()).toEqual({ committed: 1 })
    expect(alone.rollouts).toBe(6)
  })
})
