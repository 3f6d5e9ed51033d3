import { describe, expect, test } from 'vitest'
import type { EvolveOptions, RunContext, Task } from '../../src/index.ts'
import { KilledRun, options } from './killed-run.ts'

type Given = Partial<Omit<EvolveOptions, 'clock' | 'ledger'>>

const SECONDS_PER_CALL = 2
const TOKENS_PER_CALL = 4
const ROUNDS = 6
/** A run whose calls take time, by its own clock, and tokens. */
function costly(given: Given): KilledRun {
  const { run } = options()
  const killed: KilledRun = new KilledRun({
    rounds: ROUNDS,
    ...given,
    async run(rendered: string, task: Task, context: RunContext) {
      await killed.clock.sleep(SECONDS_PER_CALL * 1000)
      context.report({ promptTokens: TOKENS_PER_CALL - 1, completionTokens: 1 })
      return run?.(rendered, task, context) ?? ''
    },
  })
  return killed
}

const unlimited = costly({})
const whole = await unlimited.finished()
const takes = { seconds: unlimited.clock.now() / 1000, tokens: whole.tokens }

function stopAfter(limit: 'seconds' | 'tokens', share: number): Given {
  const most = Math.floor(takes[limit] * share)
  return { stop: limit === 'seconds' ? { maxSeconds: most } : { maxTokens: most } }
}

describe.each(['seconds', 'tokens'] as const)('a run that ended by its limit of %s', (limit) => {
  test('asks nothing under the same limit, and is played to its last round when it is raised', async () => {
    const run = costly(stopAfter(limit, 0.5))
    const first = await run.finished()
    expect(first.stopReason).toBe(`max-${limit}`)
    expect(first.history.length).toBeLessThan(ROUNDS)
    const asked = run.asked.length
    const again = await run.finished()
    expect([again.stopReason, again.calls, run.asked.length]).toEqual([`max-${limit}`, first.calls, asked])

    const raised = await run.finished(stopAfter(limit, 10))
    expect([raised.stopReason, raised.history.length]).toEqual(['rounds', ROUNDS])
    const uncut = Math.max(0, first.history.length - 1)
    expect(raised.history.slice(0, uncut).map(rewardOf)).toEqual(first.history.slice(0, uncut).map(rewardOf))
    expect([raised.calls, raised.tokens]).toEqual([run.asked.length, tokensOf(run)])
    const last = run.asked.length
    expect((await run.finished(stopAfter(limit, 10))).calls).toBe(raised.calls)
    expect(run.asked.length).toBe(last)
  })

  test('ends by a limit that was raised to less than it takes, by what all its processes spent', async () => {
    const run = costly(stopAfter(limit, 0.4))
    const first = await run.finished()
    const before = run.clock.now()
    const second = await run.finished(stopAfter(limit, 0.7))
    expect([first.stopReason, second.stopReason]).toEqual([`max-${limit}`, `max-${limit}`])
    expect(second.calls).toBeGreaterThan(first.calls)
    expect(second.calls).toBeLessThan(whole.calls)
    // Had what the first process spent been forgotten, the two would have spent more than a run takes.
    const spent = { seconds: (before + run.clock.now()) / 1000, tokens: tokensOf(run) }
    expect(spent[limit]).toBeLessThan(takes[limit])
    expect((await run.finished(stopAfter(limit, 10))).stopReason).toBe('rounds')
  })
})

function rewardOf({ reward }: { readonly reward: number }): number {
  return reward
}

function tokensOf({ asked }: KilledRun): number {
  return TOKENS_PER_CALL * asked.filter((text) => text.startsWith('run ')).length
}
