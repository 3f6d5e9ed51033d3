import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evolve, type EvolutionResult, type EvolveOptions, type RunEvent } from '../../src/index.ts'
import { partialResultOf, type Scheduler, serial, synchronous, type Task } from '../../src/index.ts'
import { failingStore } from './failing-store.ts'
import { goldenRun } from './golden-options.ts'
import { landscape, ruleOf } from './landscape.ts'

interface Drawn {
  readonly seed: number
  readonly kinds: number
  readonly tasks: number
  readonly workers: number
  readonly refreshInterval: number
  readonly batchSize: number
  readonly selfVerify: boolean
  readonly shuffle: boolean
  readonly isSerial: boolean
}

const runs: fc.Arbitrary<Drawn> = fc.record({
  seed: fc.nat(1000),
  kinds: fc.integer({ min: 1, max: 5 }),
  tasks: fc.integer({ min: 6, max: 26 }),
  workers: fc.integer({ min: 1, max: 6 }),
  refreshInterval: fc.integer({ min: 1, max: 4 }),
  batchSize: fc.integer({ min: 1, max: 7 }),
  selfVerify: fc.boolean(),
  shuffle: fc.boolean(),
  isSerial: fc.boolean(),
})

const ROUNDS = 6

function schedulerOf({ isSerial, refreshInterval }: Drawn, concurrency?: number): Scheduler {
  if (isSerial) return serial({ rounds: ROUNDS })
  return synchronous({ rounds: ROUNDS, refreshInterval, ...(concurrency && { concurrency }) })
}

/** Options of a run as drawn; every call takes a few turns of the event loop, in a number that only its own task decides. */
function optionsOf(drawn: Drawn, concurrency?: number) {
  const { calls, options } = landscape({ kinds: drawn.kinds, tasks: drawn.tasks })
  const { seed, workers, isSerial, selfVerify, shuffle, batchSize } = drawn
  const run = async (rendered: string, task: Task): Promise<string> => {
    for (let turns = (Number(task.id.slice(1)) * 7) % 5; turns > 0; turns--) await Promise.resolve()
    return options.run(rendered, task)
  }
  const whole: EvolveOptions = {
    ...options,
    run,
    seed,
    ...(isSerial ? {} : { workers }),
    scheduler: schedulerOf(drawn, concurrency),
    evaluation: { selfVerify, shuffle },
    merge: { batchSize, maxWaitRounds: 2 },
  }
  return { calls, options: whole }
}

property.prop([runs], { numRuns: 60 })('held-out tasks never reach a proposer', async (drawn) => {
  const { options } = optionsOf(drawn)
  const [proposedFor, histories]: [Set<string>, RunEvent[]] = [new Set(), []]
  let training: readonly string[] = []
  let heldOut: readonly string[] = []
  const result = await evolve({
    ...options,
    propose: (failure, context) => {
      proposedFor.add(failure.task.id)
      return options.propose?.(failure, context)
    },
    onEvent: (event) => {
      if (event.type === 'run-start') [training, heldOut] = [event.training, event.heldOut]
      if (event.type === 'card') histories.push(event)
    },
  })
  expect([...training, ...heldOut].toSorted()).toEqual(options.tasks.map(({ id }) => id).toSorted())
  for (const id of proposedFor) expect(training).toContain(id)
  for (const { tasks } of result.proposals) for (const id of tasks) expect(training).toContain(id)
  for (const event of histories)
    if (event.type === 'card') for (const { id } of event.card.tasks) expect(training).toContain(id)
  for (const { task } of result.finalRows) expect(heldOut).toContain(task)
})

/** A run as plain data, the names of its commits included. */
function dataOf({ settings: _settings, state, ...rest }: EvolutionResult): unknown {
  const listed = (_key: string, value: unknown): unknown =>
    value instanceof Map || value instanceof Set ? [...value] : value
  return JSON.parse(JSON.stringify([rest, [...state]], listed))
}

describe('a run is its seed, its tasks and its answers', () => {
  property.prop([runs, fc.constantFrom(1, undefined)], { numRuns: 40 })(
    'the same seed gives the same run, event by event',
    async (drawn, concurrency) => {
      const story = async (): Promise<unknown> => {
        const events: RunEvent[] = []
        const { options } = optionsOf(drawn, concurrency)
        const result = await evolve({ ...options, onEvent: (event) => events.push(event) })
        return [dataOf(result), events]
      }
      expect(await story()).toEqual(await story())
    },
  )

  property.prop([runs], { numRuns: 40 })(
    'how many rollouts are under way at once changes no result',
    async (drawn) => {
      const spread = { ...drawn, isSerial: false }
      const one = dataOf(await evolve(optionsOf(spread, 1).options))
      const many = dataOf(await evolve(optionsOf(spread).options))
      expect(many).toEqual(one)
    },
  )
})

/** Ways in which a run ends, some of them before its time. */
const endings = fc.oneof(
  fc.record({ kind: fc.constant('rounds' as const), at: fc.constant(0) }),
  fc.record({ kind: fc.constant('abort' as const), at: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('reward' as const), at: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('backend' as const), at: fc.integer({ min: 2, max: 60 }) }),
  fc.record({ kind: fc.constant('calls' as const), at: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('ledger' as const), at: fc.integer({ min: 1, max: 30 }) }),
)

property.prop([runs, endings], { numRuns: 150 })(
  'nothing that was measured or proposed is lost, however the run ends',
  async (drawn, { kind, at }) => {
    const { calls, options } = optionsOf(drawn)
    const stopper = new AbortController()
    const answered = { rollouts: 0, proposals: 0 }
    const due = (end: string): boolean => kind === end && calls.run >= at
    const ledger = failingStore((call) => (kind === 'ledger' && call >= at ? new Error('EIO') : undefined))
    const ended = evolve({
      ...options,
      ledger,
      signal: stopper.signal,
      run: async (rendered, task, context) => {
        const output = (await options.run?.(rendered, task, context)) ?? ''
        if (due('backend')) throw new Error('503')
        if (due('abort')) stopper.abort(new Error('enough'))
        return output
      },
      reward: (task, output) => (due('reward') ? Number.NaN : output === 'right' ? 1 : 0),
      propose: (failure, context) => {
        answered.proposals++
        return options.propose?.(failure, context)
      },
      onEvent: (event) => {
        if (event.type === 'rollout-end' || event.type === 'rollout-failure') answered.rollouts++
      },
      ...(kind === 'calls' ? { stop: { maxCalls: at } } : {}),
    })
    const result = await ended.catch((error: unknown) => partialResultOf(error))
    if (result === undefined) throw new Error('the run ended without a result')
    expect(result.proposals).toHaveLength(answered.proposals)
    expect([result.rollouts, result.cost.runCalls]).toEqual([answered.rollouts, calls.run])
    expect(result.cost.proposeCalls).toBe(calls.propose)
    expect(result.reports.filter(({ outcome }) => outcome === 'committed')).toHaveLength(result.version - 1)
    for (const { reward, version } of result.history)
      if (version === result.version) expect(result.finalReward).toBe(reward)
  },
)

describe('edits', () => {
  property.prop([fc.integer({ min: 2, max: 6 })])(
    'of different keys that wait for one merge all survive it',
    async (kinds) => {
      const { options } = landscape({ kinds, tasks: 6 * kinds })
      const result = await evolve({
        ...options,
        workers: kinds,
        scheduler: synchronous({ rounds: 1 }),
        evaluation: { heldOutFraction: 0.5 },
      })
      expect(result.outcomes()).toEqual({ committed: 1 })
      expect(result.finalReward).toBe(1)
      for (let kind = 0; kind < kinds; kind++) expect(result.rendered).toContain(ruleOf(kind))
    },
  )

  test('that the head holds already are not committed again, and not measured again', async () => {
    const { options } = goldenRun()
    const result = await evolve({
      ...options,
      workers: 3,
      scheduler: synchronous({ rounds: 8, refreshInterval: 5 }),
    })
    expect(result.outcomes()).toEqual({ committed: 1, 'all-stale': 4 })
    expect(result.version).toBe(2)
    expect(result.cost.gateCalls).toBe(10)
  })
})
