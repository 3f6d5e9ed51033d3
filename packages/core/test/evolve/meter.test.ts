import { expect, test } from 'vitest'
import { evolve, type RunContext, type Task } from '../../src/index.ts'
import { goldenRun, RULE } from './golden-options.ts'

/** Counters that the run below does not move, and the file whose test moves each. */
const MOVED_ELSEWHERE = new Map([['replayCalls', 'held-out-verifier.test.ts']])

test('one run with a flaky, noisy and metered agent moves every counter', async () => {
  const { options, calls } = goldenRun()
  const run = async (rendered: string, task: Task, context: RunContext): Promise<string> => {
    context.report({ promptTokens: 11, completionTokens: 3 })
    await options.clock.sleep(5)
    const answer = options.run(rendered)
    if (calls.run % 9 === 0) throw new Error('503')
    const isLucky = task.id === 't11' && context.trial === 1
    return isLucky ? 'right' : answer
  }
  let proposed = 0
  const propose = (): string => (options.propose(), proposed++ < 3 ? `Rule ${proposed} helps nobody.` : RULE)
  const {
    cost,
    settings: _settings,
    ...result
  } = await evolve({
    ...options,
    run,
    propose,
    workers: 2,
    rounds: 6,
    artifact: { blastRadius: 0.6 },
    evaluation: { trials: 2, concurrency: 2, sampleSize: 1, oracle: () => 0.5 },
    merge: { boundedGate: true, batchSize: 1 },
  })
  expect(result.error).toBeUndefined()
  const still = Object.entries(cost).filter(([, amount]) => amount === 0)
  expect(still.map(([counter]) => counter).filter((counter) => !MOVED_ELSEWHERE.has(counter))).toEqual([])
  expect(cost.runCalls).toBe(calls.run)
  expect(cost.proposeCalls).toBe(calls.propose)
  expect(cost.promptTokens).toBe(11 * cost.providerRequests)
})
