import { setTimeout as delay } from 'node:timers/promises'
import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BackendError,
  evolve,
  partialResultOf,
  type Scheduler,
  serial,
  synchronous,
} from '../../src/index.ts'
import { Random } from '../../src/runtime/random.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import { goldenRun, RULE } from './golden-options.ts'
import { landscape } from './landscape.ts'

const schedulers: readonly [name: string, make: (rounds: number) => Scheduler][] = [
  ['synchronous', (rounds) => synchronous({ rounds })],
  ['serial', (rounds) => serial({ rounds })],
]

describe.each(schedulers)('a backend under %s', (_name, make) => {
  property.prop([fc.nat()], { numRuns: 25 })(
    'that fails one call in three is absorbed: the run ends without an error and has learnt',
    async (seed) => {
      const { options } = goldenRun()
      const random = Random.seeded(seed)
      const unsteady = <Answer>(answer: Answer): Answer => {
        if (random.below(3) === 0) throw new BackendError({ code: 'http-503', message: '503' })
        return answer
      }
      const result = await evolve({
        ...options,
        run: async (rendered) => unsteady(options.run(rendered)),
        propose: () => unsteady(options.propose()),
        scheduler: make(40),
        // One worker that fails three times at the start would be given up; twelve times in a row is no matter of chance.
        execution: { maxWorkerErrors: 12 },
      })
      expect([result.error, result.stopReason, result.finalReward]).toEqual([undefined, 'rounds', 1])
      expect(result.cost.failures).toBeGreaterThan(0)
    },
  )

  test.each([1, 2, 3, 7])(
    'that always fails ends the run after %s rounds, without a throw',
    async (errors) => {
      const { options, calls } = goldenRun()
      const reason = new Error('429 too many requests')
      const rounds: number[] = []
      const result = await evolve({
        ...options,
        run: () => {
          calls.run++
          throw reason
        },
        scheduler: make(20),
        execution: { maxWorkerErrors: errors },
        onEvent: (event) => {
          if (event.type === 'round-start') rounds.push(event.round)
        },
      })
      expect(result.error).toBe(reason)
      expect([result.stopReason, rounds.length]).toEqual(['error', errors])
      expect([result.history, result.warnings, result.finalReward]).toEqual([[], [], undefined])
      expect([result.rollouts, result.calls]).toEqual([calls.run, calls.run])
    },
  )

  test('that never answered has ended a run of fewer rounds too', async () => {
    const { options } = goldenRun()
    const run = (): Promise<string> => Promise.reject(new Error('down'))
    const result = await evolve({ ...options, run, scheduler: make(2) })
    expect([result.stopReason, String(result.error)]).toEqual(['error', 'Error: down'])
  })

  test('that fails from the first commit on does not end the run, and is told of once', async () => {
    const { options } = goldenRun()
    let hasCommitted = false
    const result = await evolve({
      ...options,
      run: (rendered) => {
        if (hasCommitted) throw new Error('gone')
        return options.run(rendered)
      },
      onEvent: (event) => {
        if (event.type === 'round-end') hasCommitted = event.round.committed > 0
      },
      scheduler: make(12),
    })
    expect([result.stopReason, result.error, result.finalReward]).toEqual(['rounds', undefined, 1])
    expect(result.warnings.filter((warning) => warning.includes('came to nothing'))).toEqual([
      'Round 1 came to nothing: gone',
    ])
  })

  test('that recovers before the run is given up is told of, once for each reason', async () => {
    const { options, calls } = goldenRun()
    const result = await evolve({
      ...options,
      run: (rendered) => {
        const answer = options.run(rendered)
        if (calls.run <= 2) throw new Error('not yet')
        return answer
      },
      scheduler: make(6),
      workers: 1,
    })
    expect([result.error, result.finalReward]).toEqual([undefined, 1])
    expect(result.warnings).toEqual(['Round 0 came to nothing: not yet'])
  })

  test('behind the proposer never ends a run that has committed', async () => {
    const { options } = landscape({ kinds: 3 })
    let proposals = 0
    const result = await evolve({
      ...options,
      propose: (failure) => {
        proposals++
        if (proposals > 1) throw new Error('the proposer is down')
        return options.propose(failure)
      },
      scheduler: make(30),
    })
    expect([result.stopReason, result.error]).toEqual(['rounds', undefined])
    expect([result.history.length, result.outcomes()['committed']]).toEqual([30, 1])
    expect(result.cost.failures).toBe(proposals - 1)
  })
})

describe('a worker that fails', () => {
  /** Remembers how long every sleep was asked to be. */
  class WatchedClock extends VirtualClock {
    readonly sleeps: number[] = []

    override sleep(ms: number, signal?: AbortSignal): Promise<void> {
      this.sleeps.push(ms)
      return super.sleep(ms, signal)
    }
  }

  test('waits on the clock of the run, twice as long each time and at most five seconds', async () => {
    const clock = new WatchedClock()
    const run = (): Promise<string> => Promise.reject(new Error('down'))
    await evolve({
      ...goldenRun().options,
      run,
      clock,
      scheduler: serial({ rounds: 6 }),
      execution: { maxWorkerErrors: 6 },
    })
    expect(clock.sleeps).toEqual([2000, 4000, 5000, 5000, 5000])
    expect(clock.now()).toBe(21_000)
  })

  test('waits no longer than it has to: time that passed meanwhile counts', async () => {
    const clock = new WatchedClock()
    const { options, calls } = goldenRun()
    const run = async (rendered: string): Promise<string> => {
      const answer = options.run(rendered)
      if (calls.run === 2) throw new Error('once')
      if (calls.run > 2 && clock.now() === 0) await VirtualClock.prototype.sleep.call(clock, 1500)
      return answer
    }
    await evolve({
      ...options,
      run,
      clock,
      propose: () => null,
      workers: 2,
      scheduler: synchronous({ rounds: 2, concurrency: 1 }),
    })
    expect(clock.sleeps).toEqual([500])
  })
})

describe('what was reached before a run broke', () => {
  test('is attached to the error that a broken contract throws', async () => {
    const { options } = landscape({ kinds: 2 })
    let commits = 0
    const thrown: unknown = await evolve({
      ...options,
      reward: (task, output) => (commits > 0 ? Number.NaN : options.reward(task, output)),
      workers: 1,
      onEvent: (event) => {
        if (event.type === 'merge-end' && event.report.outcome === 'committed') commits++
      },
    }).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ code: 'bad-reward', kind: 'caller' })
    const partial = partialResultOf(thrown)
    expect(partial?.outcomes()).toEqual({ committed: 1 })
    expect([partial?.stopReason, partial?.error === thrown, partial?.version]).toEqual(['error', true, 2])
    expect(partial?.finalRows).toHaveLength(10)
  })

  test('keeps the cards of every worker that was done, although another one broke its contract', async () => {
    const { options } = goldenRun()
    const thrown: unknown = await evolve({
      ...options,
      workers: 4,
      propose: async () => {
        await delay(3)
        return RULE
      },
      reward: (task, output) => (task.id === 't3' ? 2 : options.reward(task, output)),
    }).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ code: 'bad-reward' })
    const kept = partialResultOf(thrown)?.proposals ?? []
    expect(kept.map(({ author }) => author)).toEqual(['w0', 'w1', 'w2'])
    expect(new Set(kept.map(({ verdict }) => verdict))).toEqual(new Set(['pending']))
  })

  test('keeps a proposal whose verification was under way when the run was aborted', async () => {
    const { options } = goldenRun()
    const stopper = new AbortController()
    const result = await evolve({
      ...options,
      run: (rendered) => {
        if (rendered.includes(RULE)) stopper.abort(new Error('enough'))
        return rendered.includes(RULE) ? new Promise<string>(() => undefined) : options.run(rendered)
      },
      signal: stopper.signal,
      workers: 1,
    })
    expect(result.stopReason).toBe('aborted')
    expect(result.proposals.map(({ text, verdict }) => [text, verdict])).toEqual([[RULE, 'pending']])
  })

  test('keeps the cards of a round in which a limit was reached meanwhile', async () => {
    const { options } = goldenRun()
    const clock = new VirtualClock()
    const result = await evolve({
      ...options,
      clock,
      run: async (rendered) => {
        await clock.sleep(1000)
        return options.run(rendered)
      },
      workers: 4,
      scheduler: synchronous({ rounds: 5, concurrency: 1 }),
      stop: { maxSeconds: 5 },
    })
    expect(result.stopReason).toBe('max-seconds')
    expect(result.proposals).toHaveLength(result.cost.proposeCalls)
    expect(result.proposals.length).toBeGreaterThan(1)
  })
})
