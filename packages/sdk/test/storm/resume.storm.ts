import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { LoopbackModel, type ServedRequest } from '../loopback-model.ts'
import { inScratch, isLong, randomFrom } from './ledger-fixture.ts'
import {
  digestOf,
  type Figures,
  journalOf,
  requestsIn,
  runChild,
  type RunSettings,
} from './resume-fixture.ts'

const KILLS = isLong ? 200 : 40
/** Kills of one run; then it is let to its end, and another begins. */
const KILLS_PER_RUN = 8
/** Every kind of record that a run on a model writes, in groups of which each belongs to one run, in the order in which they come. */
const KINDS: readonly (readonly string[])[] = [
  ['run', 'call register', 'answer register', 'answer read', 'answer records', 'event lease', 'call attempt'],
  ['owner', 'call step', 'usage', 'answer step', 'answer attempt', 'event rollout-end', 'call propose'],
  ['answer propose', 'event card', 'event candidate', 'event measured', 'call swap', 'answer swap'],
  [
    'event merge-end',
    'call record',
    'answer record',
    'event round-end',
    'call promote',
    'answer promote',
    'end',
  ],
]
const RANDOM_KILLS = KILLS - KINDS.flat().length
const seed = Number(process.env['AGENTDESCENT_STORM_SEED'] ?? 7)
const random = randomFrom(seed)

interface Scene {
  readonly name: string
  readonly workers: number
  readonly cases: number
}

const scenes: readonly Scene[] = [
  { name: 'three workers at once', workers: 3, cases: 1 },
  { name: 'one worker whose proposer remembers earlier failures', workers: 1, cases: 4 },
]

describe.each(scenes)('$name', ({ workers, cases }) => {
  const scene = { rounds: 5, workers, cases }

  const kills = Math.ceil(RANDOM_KILLS / scenes.length)
  test(`${kills} kills at random moments: nothing durable is asked again, and the artifact is the same`, async () => {
    await inScratch(async (scratch) => {
      await using uninterrupted = await Witness.start()
      const whole = await finished({
        ...scene,
        baseUrl: uninterrupted.baseUrl,
        ledger: join(scratch, 'whole'),
      })
      for (let killed = 0, run = 0; killed < kills; run++) {
        await using witness = await Witness.start()
        const settings = { ...scene, baseUrl: witness.baseUrl, ledger: join(scratch, `run-${run}`) }
        killed += await witness.killedAtRandom(settings, Math.min(KILLS_PER_RUN, kills - killed))
        witness.expectLike(whole, await finished(settings), uninterrupted.requests.length)
      }
    })
  })
})

test(`a kill right after each of ${KINDS.flat().length} kinds of record`, async () => {
  await inScratch(async (scratch) => {
    const scene = { rounds: 5, workers: 3, cases: 1 }
    await using uninterrupted = await Witness.start()
    const whole = await finished({ ...scene, baseUrl: uninterrupted.baseUrl, ledger: join(scratch, 'whole') })
    for (const [index, kinds] of KINDS.entries()) {
      await using witness = await Witness.start()
      const settings = { ...scene, baseUrl: witness.baseUrl, ledger: join(scratch, String(index)) }
      for (const kind of kinds) {
        expect(await runChild({ ...settings, kill: { kind, count: 1 } }), kind).toBeUndefined()
        witness.note(settings.ledger)
      }
      witness.expectLike(whole, await finished(settings), uninterrupted.requests.length)
    }
  })
})

test('kills between calls: the server counts what it counts of an uninterrupted run', async () => {
  await inScratch(async (scratch) => {
    await using uninterrupted = await Witness.start()
    const scene = { rounds: 5, workers: 3, cases: 1 }
    const whole = await finished({ ...scene, baseUrl: uninterrupted.baseUrl, ledger: join(scratch, 'whole') })
    await using witness = await Witness.start()
    const settings = { ...scene, baseUrl: witness.baseUrl, ledger: join(scratch, 'killed') }
    for (let round = 0; round < 4; round++) {
      const kill = { kind: 'event round-end', count: 1 }
      expect(await runChild({ ...settings, kill })).toBeUndefined()
      witness.note(settings.ledger)
    }
    expect(witness.inFlight).toBe(0)
    const end = await finished(settings)
    expect(end).toEqual(whole)
    expect(witness.requests).toHaveLength(uninterrupted.requests.length)
    expect(end.requests).toBe(witness.requests.length)
  })
})

async function finished(settings: RunSettings): Promise<Figures> {
  const figures = await runChild(settings)
  if (figures === undefined) throw new Error('the run was killed')
  expect(figures.error).toBeNull()
  return figures
}

/** The model's server, which notes every request, and what the journal held at each kill. */
class Witness implements AsyncDisposable {
  readonly requests: ServedRequest[] = []
  readonly repeated: string[] = []
  inFlight = 0
  readonly #model: LoopbackModel
  #answered: ReadonlySet<string> = new Set()
  #heard: (() => void) | undefined

  private constructor(model: LoopbackModel) {
    this.#model = model
  }

  static async start(): Promise<Witness> {
    let witness: Witness | undefined
    const model = await LoopbackModel.start({
      takesMs: () => random() * 12,
      onRequest: (request) => {
        if (witness !== undefined) witness.#hear(request)
      },
    })
    witness = new Witness(model)
    return witness
  }

  get baseUrl(): string {
    return this.#model.baseUrl
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#model[Symbol.asyncDispose]()
  }

  /** Kills the run again and again, each time soon after it has asked something new; returns how often. */
  async killedAtRandom(settings: RunSettings, most: number): Promise<number> {
    for (let killed = 0; killed < most; killed++) {
      const isKilled = (await runChild(settings, (process) => void this.#killSoon(process))) === undefined
      this.note(settings.ledger)
      if (!isKilled) return killed
    }
    return most
  }

  /** Notes what the journal holds after a kill. */
  note(ledger: string): void {
    const { answered, waiting } = requestsIn(journalOf(ledger))
    this.#answered = answered
    this.inFlight += waiting.size
  }

  expectLike(whole: Figures, end: Figures, uninterrupted: number): void {
    expect(this.repeated, `seed ${seed}`).toEqual([])
    expect(end.rendered).toBe(whole.rendered)
    expect([end.version, end.rewards, end.rollouts, end.calls]).toEqual([
      whole.version,
      whole.rewards,
      whole.rollouts,
      whole.calls,
    ])
    expect(this.requests.length).toBeLessThanOrEqual(uninterrupted + this.inFlight)
    expect(this.requests.length).toBeGreaterThanOrEqual(uninterrupted)
  }

  async #killSoon(process: { kill(signal: 'SIGKILL'): boolean }): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#heard = resolve
    })
    await setTimeout(random() * 60)
    process.kill('SIGKILL')
  }

  #hear(request: ServedRequest): void {
    this.requests.push(request)
    const digest = digestOf(request)
    if (this.#answered.has(digest)) this.repeated.push(request.prompt)
    this.#heard?.()
    this.#heard = undefined
  }
}
