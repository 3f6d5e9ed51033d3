import type { RunEvent } from '../model/event.ts'
import type { StopReason } from '../model/report.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Json } from '../runtime/json.ts'
import type { Chronicled } from './chronicled.ts'
import { type EventText, eventText } from './event-record.ts'
import type { RunJournal } from './journal.ts'
import { Playback } from './playback.ts'
import { recalledError, recordedFailure } from './recorded-failure.ts'
import { type JournalEntry, type JournalRecord, type RecordedUsage, type RunLimits, STEP } from './records.ts'

interface ChronicleParts {
  readonly journal: RunJournal
  /** The host's. */
  readonly clock: Clock
  /** Aborts when the run is to end. */
  readonly signal: AbortSignal
}

/** What the engine does when records of the past take effect. */
export interface ChronicleEffects {
  count(usage: RecordedUsage): void
  limit(limits: RunLimits): void
}

/**
 * Plays a run again from its journal, and goes on where that ends. Every outcome of the past is handed out in the order in which
 * it once came, once everything before it has been asked for and come to the same; nothing is asked of the world before all of
 * the past is through.
 */
export class Chronicle {
  /** The run's clock: it stands still while no process has the run. */
  readonly clock: Clock
  readonly #host: Clock
  readonly #journal: RunJournal
  readonly #signal: AbortSignal
  readonly #playback: Playback
  readonly #counters = new Map<string, number>()
  /** Events that the past does not hold, until it is through. */
  readonly #unplaced: EventText[] = []
  #effects: ChronicleEffects | undefined
  #lastAt = 0
  #liveSince = 0
  #hasAppended = false
  #limits: RunLimits = {}

  constructor({ journal, clock, signal }: ChronicleParts) {
    this.#journal = journal
    this.#signal = signal
    this.#host = clock
    this.#playback = new Playback({
      journal,
      clock,
      signal,
      unplaced: () => this.#unplaced.map(({ text }) => text).join(', '),
      onRecord: (record) => this.#takeEffect(record),
      onEnd: () => this.#becomeLive(),
    })
    this.clock = {
      now: () => this.#now(),
      // What is played again waits for nothing but its turn.
      sleep: async (ms, abort) => (this.isLive ? clock.sleep(ms, abort) : abort?.throwIfAborted()),
    }
  }

  /** Lets the past take effect from here on. */
  begin(effects: ChronicleEffects): void {
    this.#effects = effects
    this.#playback.advance()
  }

  /** How many owners the run has had, this one included. */
  get epoch(): number {
    return this.#journal.epoch
  }

  /** Calls that may be paid for twice, since an earlier process ended before their answers came. */
  get inFlight(): number {
    return this.#playback.past.inFlight
  }

  /** True once all of the past has come to the same again. */
  get isLive(): boolean {
    return this.#playback.isOver
  }

  /** True when this process has added anything to the run. */
  get hasAppended(): boolean {
    return this.#hasAppended
  }

  /** The limits in force. */
  get limits(): RunLimits {
    return this.#limits
  }

  /** Returns a number that counts the uses of a name, from 0. */
  ordinal(name: string): number {
    const count = this.#counters.get(name) ?? 0
    this.#counters.set(name, count + 1)
    return count
  }

  /** Returns the outcome that the journal holds, or makes it and keeps it. */
  async outcome<Value>(asked: Chronicled<Value>): Promise<Value> {
    const playback = this.#playback
    playback.check()
    const past = playback.past.takeCall(asked.key)
    if (past?.call !== undefined && past.request !== asked.request)
      throw playback.fail(past.call, [
        `${asked.key} with ${past.request}`,
        `${asked.key} with ${asked.request}`,
      ])
    if (past?.outcome !== undefined) return this.#recalled(past.outcome, asked)
    await playback.end()
    if (past?.call !== undefined) {
      const found = await asked.find?.()
      if (found !== undefined) return this.#kept(asked, found)
    }
    return this.#made(asked)
  }

  /** Returns what a step inside a call once answered, or makes the step and keeps its answer. The call itself is live. */
  async step(parent: string, request: string, make: () => Promise<Json>): Promise<Json> {
    const key = `${STEP}${parent} ${request}`
    const known = this.#playback.past.takeStep(key)
    if (known !== undefined) return known
    const asked = { key, request, make, encode: (answer: Json) => answer, decode: (answer: Json) => answer }
    return this.#made(asked)
  }

  /** Keeps what a call reports, as soon as it does. */
  usage(key: string, usage: RecordedUsage): void {
    this.#append({ kind: 'usage', key, ...usage })
  }

  /** Compares the event with the one of the past, or keeps it. Nothing is kept of a run that is being aborted. */
  event(event: RunEvent): void {
    const { past } = this.#playback
    this.#playback.check()
    const told = eventText(event)
    if (told === undefined || this.#signal.aborted) return
    const position = past.takeEvent(told.key)
    if (position === undefined) {
      if (this.isLive) this.#keepEvent(told)
      else this.#unplaced.push(told)
      return
    }
    const record = past.records[position]
    this.#playback.reach(position, record?.kind === 'event' ? JSON.stringify(record.event) : '', told.text)
  }

  /**
   * Returns the refusal of the past for this piece of work. Time and tokens decide once, and what they decide is kept: work that
   * the past does not refuse it has made room for.
   */
  refusal(key: string, found: StopReason | undefined): StopReason | undefined {
    const known = this.#playback.past.refusal(key)
    if (known !== undefined || (found !== 'max-seconds' && found !== 'max-tokens')) return known ?? found
    if (!this.isLive) return undefined
    this.#append({ kind: 'refusal', key, reason: found })
    return found
  }

  /** Returns the score that the caller's cache held before the run asked for it. */
  hit(key: string): Json | undefined {
    return this.#playback.past.hit(key)
  }

  keepHit(key: string, score: Json): void {
    this.#append({ kind: 'hit', key, score })
  }

  /** Keeps that the run has come to an end of its own. Returns true when an owner has taken it up again since, under its limits. */
  async end(stopReason: StopReason, rounds: number, error: string | undefined): Promise<boolean> {
    const { past } = this.#playback
    const before = this.#limits
    const position = past.takeCall('end')?.outcome
    const record = position === undefined ? undefined : past.records[position]
    if (position !== undefined && record?.kind === 'end') {
      await this.#playback.turn(position)
      this.#playback.advance()
      if (record.stopReason !== stopReason || record.rounds !== rounds)
        throw this.#playback.fail(position, [JSON.stringify(record), `${stopReason} after ${rounds} rounds`])
      return this.#limits !== before
    }
    await this.#playback.end()
    this.#append({ kind: 'end', stopReason, rounds, ...(error === undefined ? {} : { error }) })
    await this.#journal.settled()
    return false
  }

  /** Counts as under way what the journal does not see, so that a slow disk is no divergence. */
  busy<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#playback.busy(work)
  }

  #now(): number {
    return this.isLive ? this.#lastAt + this.#host.now() - this.#liveSince : this.#lastAt
  }

  async #recalled<Value>(position: number, asked: Chronicled<Value>): Promise<Value> {
    await this.#playback.turn(position)
    const record = this.#playback.past.records[position]
    if (record?.kind === 'failure') throw recalledError(record.failure)
    if (record?.kind === 'answer') return this.#playback.busy(async () => asked.decode(record.answer))
    throw this.#playback.fail(position, [record?.kind ?? 'nothing', asked.key])
  }

  async #made<Value>(asked: Chronicled<Value>): Promise<Value> {
    const { key, request } = asked
    if (request !== undefined) {
      this.#append({ kind: 'call', key, request })
      await this.#journal.settled()
    }
    let value: Value
    try {
      value = await asked.make()
    } catch (error) {
      const failure = this.#signal.aborted ? undefined : recordedFailure(error)
      if (failure !== undefined) this.#append({ kind: 'failure', key, failure })
      throw error
    }
    return this.#kept(asked, value)
  }

  #kept<Value>({ key, encode }: Chronicled<Value>, value: Value): Value {
    this.#append({ kind: 'answer', key, answer: encode(value) })
    return value
  }

  #append(entry: JournalEntry): void {
    this.#hasAppended = true
    this.#journal.append({ ...entry, at: this.#now() })
  }

  #keepEvent({ key, text }: EventText): void {
    this.#append({ kind: 'event', key, event: JSON.parse(text) })
  }

  #takeEffect(record: JournalRecord): void {
    this.#lastAt = Math.max(this.#lastAt, record.at)
    if (record.kind === 'usage') this.#effects?.count(record)
    if (record.kind !== 'owner') return
    this.#limits = record.limits
    this.#effects?.limit(record.limits)
  }

  #becomeLive(): void {
    this.#liveSince = this.#host.now()
    for (const told of this.#unplaced.splice(0)) this.#keepEvent(told)
  }
}
