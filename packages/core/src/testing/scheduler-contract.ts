import { evolve } from '../evolve/evolve.ts'
import type { EvolveOptions } from '../evolve/options.ts'
import type { EvolutionResult } from '../evolve/evolution-result.ts'
import { MemoryStore } from '../ledger/memory-store.ts'
import { messageOf } from '../model/errors.ts'
import type { Task } from '../model/task.ts'
import type { Scheduler } from '../schedulers/scheduler.ts'
import { claimEqual } from './claims.ts'
import { VirtualClock } from './virtual-clock.ts'

/** One claim that holds for every scheduler; `run` throws when it does not. */
export interface SchedulerCheck {
  readonly name: string
  readonly run: (host: SchedulerHost) => Promise<void>
}

/** What a check needs of its host. */
interface SchedulerHost {
  /** Makes the scheduler with this many rounds. */
  readonly make: (rounds: number) => Scheduler
  /** Resolves after a real timer: fakes that answer at once hide what starves timers and sockets. */
  readonly delay: (ms: number) => Promise<void>
}

const RULE = 'Answer in lower case.'
const ROUNDS = 6

/** Returns every claim that a scheduler must meet. */
export function schedulerContract(): readonly SchedulerCheck[] {
  return [
    { name: 'learns, although every answer takes a real timer', run: learnsAcrossTimers },
    { name: 'throws the first broken contract of the caller, once and unchanged', run: throwsTheOriginal },
    { name: 'starts nothing more after a broken contract', run: startsNothingMore },
    { name: 'absorbs failures of the backend once anything has worked', run: absorbsFailures },
    { name: 'ends with the reason when nothing ever works', run: endsWhenNothingWorks },
    { name: 'never passes the limit of rollouts', run: keepsRolloutLimit },
    { name: 'never passes the limit of calls', run: keepsCallLimit },
    { name: 'ends soon after an abort, with what was reached', run: endsOnAbort },
    { name: 'stops its workers when nobody iterates any more', run: stopsWithItsConsumer },
    { name: 'plays the same run again from the same seed', run: replays },
    { name: 'leaves no card without a merge at a clean end', run: strandsNothing },
  ]
}

type Overrides = Partial<EvolveOptions<Task, string>>

/** Twelve tasks that one rule solves; `made` counts what was called. */
function rehearsal({ make, delay }: SchedulerHost, rounds = ROUNDS) {
  const made = { run: 0, propose: 0 }
  const options: EvolveOptions<Task, string> = {
    tasks: Array.from({ length: 12 }, (_, index) => ({ id: `t${index}`, prompt: `question ${index}` })),
    reward: (_task, output) => (output === 'right' ? 1 : 0),
    async run(rendered) {
      made.run++
      await delay(1)
      return rendered.includes(RULE) ? 'right' : 'wrong'
    },
    propose() {
      made.propose++
      return RULE
    },
    scheduler: make(rounds),
    ledger: new MemoryStore(),
    clock: new VirtualClock(),
  }
  const play = (overrides: Overrides = {}): Promise<EvolutionResult> => evolve({ ...options, ...overrides })
  return { made, options, play }
}

async function learnsAcrossTimers(host: SchedulerHost): Promise<void> {
  const result = await rehearsal(host).play()
  claimEqual([result.finalReward, result.stopReason], [1, 'rounds'], 'reward and end')
}

async function throwsTheOriginal(host: SchedulerHost): Promise<void> {
  const boom = new Error('boom')
  const thrown: unknown[] = []
  const broken = { reward: () => 7 }
  await rehearsal(host)
    .play(broken)
    .catch((error: unknown) => thrown.push(error))
  claimEqual(thrown.map(codeOf), ['bad-reward'], 'a reward out of range')
  const failing = await rehearsal(host).play({
    propose: () => Promise.reject(boom),
    stop: { maxRollouts: 2 },
  })
  claimEqual(failing.outcomes(), {}, 'a proposer that fails is absorbed')
}

async function startsNothingMore(host: SchedulerHost): Promise<void> {
  const { made, play } = rehearsal(host)
  await play({ reward: () => Number.NaN }).catch(() => undefined)
  const atEnd = made.run
  await host.delay(20)
  claimEqual([atEnd, made.run], [1, 1], 'rollouts at the end and later')
}

async function absorbsFailures(host: SchedulerHost): Promise<void> {
  const { options, play } = rehearsal(host, 30)
  let count = 0
  const result = await play({
    async run(rendered, task, context) {
      count++
      if (count % 3 === 0) throw new Error('503')
      return options.run?.(rendered, task, context) ?? ''
    },
  })
  claimEqual([result.error, result.finalReward], [undefined, 1], 'error and reward')
}

async function endsWhenNothingWorks(host: SchedulerHost): Promise<void> {
  const { play } = rehearsal(host, 30)
  const result = await play({ run: () => Promise.reject(new Error('connection refused')) })
  claimEqual([result.stopReason, result.history.length], ['error', 0], 'end and rounds')
  claimEqual(messageOf(result.error), 'connection refused', 'error')
}

async function keepsRolloutLimit(host: SchedulerHost): Promise<void> {
  for (const maxRollouts of [1, 2, 5]) {
    const result = await rehearsal(host).play({ stop: { maxRollouts } })
    claimEqual(
      [result.rollouts, result.stopReason],
      [maxRollouts, 'max-rollouts'],
      `maxRollouts ${maxRollouts}`,
    )
  }
}

async function keepsCallLimit(host: SchedulerHost): Promise<void> {
  for (const maxCalls of [1, 13, 20]) {
    const { made, play } = rehearsal(host, 50)
    const result = await play({ stop: { maxCalls } })
    const calls = made.run + made.propose
    if (calls > maxCalls) throw new Error(`maxCalls ${maxCalls}: ${calls} calls were made`)
    claimEqual([result.calls, result.stopReason], [calls, 'max-calls'], `maxCalls ${maxCalls}`)
  }
}

async function endsOnAbort(host: SchedulerHost): Promise<void> {
  const { play } = rehearsal(host)
  const stopper = new AbortController()
  const never = (): Promise<string> => new Promise(() => undefined)
  const run = async (): Promise<string> => {
    await host.delay(2)
    stopper.abort(new Error('enough'))
    return never()
  }
  const result = await play({ run, signal: stopper.signal })
  claimEqual(result.stopReason, 'aborted', 'end')
}

async function stopsWithItsConsumer(host: SchedulerHost): Promise<void> {
  const { made, options, play } = rehearsal(host, 500)
  const inner = host.make(500)
  const onlyOne: Scheduler = {
    ...inner,
    async *run(engine, signal) {
      for await (const report of inner.run(engine, signal)) {
        yield report
        break
      }
      return { stopReason: 'rounds' }
    },
  }
  await play({
    scheduler: onlyOne,
    propose: () => null,
    ...(options.workers && { workers: options.workers }),
  })
  const atEnd = made.run
  await host.delay(40)
  claimEqual(made.run - atEnd, 0, 'rollouts after the iteration ended')
}

async function replays(host: SchedulerHost): Promise<void> {
  const story = async (): Promise<unknown> => {
    const events: unknown[] = []
    const { play } = rehearsal(host)
    const result = await play({ seed: 7, onEvent: (event) => events.push(event.type) })
    return [result.rendered, result.version, result.log.map(({ message }) => message.subject), events]
  }
  claimEqual(await story(), await story(), 'two runs of one seed')
}

async function strandsNothing(host: SchedulerHost): Promise<void> {
  const result = await rehearsal(host, 3).play({ merge: { batchSize: 50, maxWaitRounds: 50 } })
  const waiting = result.proposals.filter(({ verdict }) => verdict === 'pending')
  claimEqual([waiting.length, result.finalReward], [0, 1], 'cards left, and the reward their merge reached')
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : messageOf(error)
}
