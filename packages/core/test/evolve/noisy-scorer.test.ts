import { describe, expect, test } from 'vitest'
import { evolve, MemoryScoreCache, type Task } from '../../src/index.ts'
import { Random } from '../../src/runtime/random.ts'
import { goldenRun } from './golden-options.ts'

/** A scorer that answers by chance: between 0 and 0.5 before the rule is learnt, between 0.5 and 1 after it. */
function noisyRun(seed: number) {
  const random = Random.seeded(seed)
  const { calls, options } = goldenRun()
  const reward = (_task: Task, output: string): number => (random.next() + (output === 'right' ? 1 : 0)) / 2
  return { calls, options: { ...options, reward, workers: 2, rounds: 4 } }
}

describe('a scorer that answers by chance', () => {
  test('is allowed, and every trial is a row of its own', async () => {
    const { options } = noisyRun(1)
    const result = await evolve({ ...options, evaluation: { trials: 3 } })
    expect([result.error, result.stopReason]).toEqual([undefined, 'rounds'])
    expect(result.finalRows.map(({ task, trial }) => `${task}/${trial}`)).toEqual(
      ['t7', 't8', 't9', 't10', 't11'].flatMap((task) => [0, 1, 2].map((trial) => `${task}/${trial}`)),
    )
    expect(new Set(result.finalRows.map(({ reward }) => reward)).size).toBe(15)
  })

  test('is counted: tasks whose trials differ, once for each text', async () => {
    const noisy = await evolve({ ...noisyRun(2).options, evaluation: { trials: 2 } })
    const steady = await evolve({ ...goldenRun().options, workers: 2, rounds: 4, evaluation: { trials: 2 } })
    const texts = new Set(noisy.reports.map((report) => ('diff' in report ? report.diff : ''))).size + 1
    expect(noisy.cost.disagreements).toBe(5 * texts)
    expect(steady.cost.disagreements).toBe(0)
  })

  test('is not hidden by a cache that two runs share, and answered by it the same', async () => {
    const cache = new MemoryScoreCache()
    const evaluation = { trials: 2, cache }
    const first = await evolve({ ...noisyRun(3).options, propose: () => null, evaluation })
    const { calls, options } = noisyRun(4)
    const second = await evolve({ ...options, propose: () => null, evaluation })
    const rewards = first.finalRows.map(({ reward }) => reward)
    expect(new Set(rewards).size).toBe(10)
    expect(second.finalRows.map(({ reward }) => reward)).toEqual(rewards)
    expect([second.cost.cacheMisses, second.cost.gateCalls, calls.run]).toEqual([0, 0, second.rollouts])
  })

  test('moves the head by no noise of its own: one text has one measurement', async () => {
    const { options } = noisyRun(5)
    const result = await evolve({ ...options, propose: () => null, rounds: 6 })
    expect(new Set(result.history.map(({ reward }) => reward)).size).toBe(1)
  })
})
