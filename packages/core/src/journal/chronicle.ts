import type { RunEvent } from '../model/event.ts'
import type { StopReason } from '../model/report.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Json } from '../runtime/json.ts'
import { eventText } from './event-record.ts'
import type { Chronicled } from './chronicled.ts'
import { divergence, type JournalError } from './journal-error.ts'
import type { RunJournal } from './journal.ts'
import { Past, type PastCall } from './past.ts'
import { recalledError, recordedFailure } from './recorded-failure.ts'
import { type JournalEntry, type RecordedUsage, type RunLimits, STEP } from './records.ts'
import { StuckWatch } from './stuck-watch.ts'

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
  readonly #past: Past
  #effects: ChronicleEffects | undefined
  readonly #watch: StuckWatch
  readonly #signal: AbortSignal
  /** The first record that has not taken effect. */
  #position = 0
  readonly #reached = new Set<number>()
  readonly #awaited = new Map<number, () => void>()
  readonly #atEnd: (() => void)[] = []
  readonly #unplaced: { readonly key: string; readonly text: string }[] = []
  #lastAt = 0
  #liveSince: number | undefined
  #failure: JournalError | undefined
  #counters = new Map<string, number>()
  #hasAppended = false
  #limits: RunLimits = {}

  constructor({ journal, clock, signal }: ChronicleParts) {
    this.#journal = journal
    this.#past = new Past(journal.past)
    this.#signal = signal
    this.#host = clock
    this.#watch = new StuckWatch(clock, () => void this.#fail(this.#stuck()))
    this.clock = {
      now: () => this.#now(),
      sleep: (ms, abort) => this.#sleep(() => clock.sleep(ms, abort)),
    }
  }

  /** Lets the past take effect from here on. */
  begin(effects: ChronicleEffects): void {
    this.#effects = effects
    this.#advance()
  }

  /** How many owners the run has had, this one included. */
  get epoch(): number {
    return this.#journal.epoch
  }

  /** Calls that may be paid for twice, since an earlier process ended before their answers came. */
  get inFlight(): number {
    return this.#past.inFlight
  }

  /** True once all of the past has come to the same again. */
  get isLive(): boolean {
    return this.#liveSince !== undefined
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
    this.#check()
    const past = this.#past.takeCall(asked.key)
    this.#reach(past, asked)
    if (past?.outcome !== undefined) return this.#recalled(past.outcome, asked)
    await this.#live()
    if (past?.call !== undefined) {
      const found = await asked.find?.()
      if (found !== undefined) return this.#kept(asked, found)
    }
    return this.#made(asked)
  }

  /** Returns what a step inside a call once answered, or makes the step and keeps its answer. The call itself is live. */
  async step(parent: string, request: string, make: () => Promise<Json>): Promise<Json> {
    const key = `${STEP}${parent} ${request}`
    const known = this.#past.takeStep(key)
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
    this.#check()
    const told = eventText(event)
    if (told === undefined || this.#signal.aborted) return
    const position = this.#past.takeEvent(told.key)
    if (position === undefined) {
      if (this.isLive) this.#append({ kind: 'event', key: told.key, event: JSON.parse(told.text) })
      else this.#unplaced.push(told)
      return
    }
    const record = this.#past.records[position]
    const before = record?.kind === 'event' ? JSON.stringify(record.event) : ''
    if (before !== told.text) throw this.#fail(this.#diverged(position, before, told.text))
    this.#reached.add(position)
    this.#advance()
  }

  /** Returns the refusal of the past for this piece of work; keeps a new one that depends on time or tokens. */
  refusal(key: string, found: StopReason | undefined): StopReason | undefined {
    const known = this.#past.refusal(key)
    if (known !== undefined) return known
    if (this.isLive && (found === 'max-seconds' || found === 'max-tokens'))
      this.#append({ kind: 'refusal', key, reason: found })
    return found
  }

  /** Returns the score that the caller's cache held before the run asked for it. */
  hit(key: string): Json | undefined {
    return this.#past.hit(key)
  }

  keepHit(key: string, score: Json): void {
    this.#append({ kind: 'hit', key, score })
  }

  /** Keeps that the run has come to an end of its own. Returns true when an owner has taken it up again since, under its limits. */
  async end(stopReason: StopReason, rounds: number, error: string | undefined): Promise<boolean> {
    const before = this.#limits
    const past = this.#past.takeCall('end')
    if (past?.outcome !== undefined) {
      const record = this.#past.records[past.outcome]
      await this.#turn(past.outcome)
      this.#advance()
      const same = record?.kind === 'end' && record.stopReason === stopReason && record.rounds === rounds
      if (!same)
        throw this.#fail(this.#diverged(past.outcome, JSON.stringify(record), `${stopReason} after round ${rounds}`))
      return this.#limits !== before
    }
    await this.#live()
    this.#append({ kind: 'end', stopReason, rounds, ...(error === undefined ? {} : { error }) })
    await this.#journal.settled()
    return false
  }

  /** Counts as under way what the journal does not see, so that a slow disk is no divergence. */
  busy<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#watch.busy(work)
  }

  #now(): number {
    return this.#liveSince === undefined ? this.#lastAt : this.#lastAt + this.#host.now() - this.#liveSince
  }

  async #sleep(make: () => Promise<void>): Promise<void> {
    const key = `sleep ${this.ordinal('sleep')}`
    await this.outcome({ key, make, encode: () => null, decode: () => undefined })
  }

  /** Takes note that the call has been asked for. */
  #reach(past: PastCall | undefined, { key, request }: Pick<Chronicled<never>, 'key' | 'request'>): void {
    if (past?.call === undefined) return
    if (past.request !== request)
      throw this.#fail(this.#diverged(past.call, `${key} with ${past.request}`, `${key} with ${request}`))
    this.#reached.add(past.call)
    this.#advance()
  }

  async #recalled<Value>(position: number, asked: Chronicled<Value>): Promise<Value> {
    await this.#turn(position)
    const record = this.#past.records[position]
    if (record?.kind === 'failure') throw recalledError(record.failure)
    if (record?.kind === 'answer') return this.#watch.busy(async () => asked.decode(record.answer))
    throw this.#fail(this.#diverged(position, record?.kind ?? 'nothing', asked.key))
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

  #kept<Value>({ key, request, encode }: Chronicled<Value>, value: Value): Value {
    this.#append({ kind: 'answer', key, answer: encode(value) })
    // Nobody waits for it: what follows from the answer will. Whoever does hears of a failure.
    if (request !== undefined) this.#journal.settled().catch(() => undefined)
    return value
  }

  #append(entry: JournalEntry): void {
    this.#hasAppended = true
    this.#journal.append({ ...entry, at: this.#now() })
  }

  /** Resolves when everything before the record has taken effect. */
  #turn(position: number): Promise<void> {
    return this.#waiting((resolve) => void this.#awaited.set(position, resolve))
  }

  async #live(): Promise<void> {
    if (!this.isLive) await this.#waiting((resolve) => void this.#atEnd.push(resolve))
    this.#check()
  }

  async #waiting(place: (resolve: () => void) => void): Promise<void> {
    const waited = new Promise<void>((resolve) => {
      place(resolve)
    })
    this.#advance()
    this.#watch.begin()
    await waited
    this.#check()
  }

  #advance(): void {
    for (;;) {
      const record = this.#past.records[this.#position]
      if (record === undefined) return this.#becomeLive()
      const deliver = this.#awaited.get(this.#position)
      const isThrough = this.#reached.delete(this.#position) || this.#past.isSilent(this.#position)
      if (!isThrough && deliver === undefined) return
      this.#awaited.delete(this.#position)
      this.#position++
      this.#watch.moved()
      this.#lastAt = Math.max(this.#lastAt, record.at)
      if (record.kind === 'usage') this.#effects?.count(record)
      if (record.kind === 'owner') {
        this.#limits = record.limits
        this.#effects?.limit(record.limits)
      }
      if (deliver === undefined) continue
      deliver()
      // What follows from the outcome goes before the next one.
      void Promise.resolve().then(() => this.#advance())
      return
    }
  }

  #becomeLive(): void {
    if (this.#liveSince !== undefined) return
    this.#liveSince = this.#host.now()
    this.#watch.end()
    for (const { key, text } of this.#unplaced.splice(0))
      this.#append({ kind: 'event', key, event: JSON.parse(text) })
    for (const resolve of this.#atEnd.splice(0)) resolve()
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Ends the run: whatever waits hears of it. */
  #fail(failure: JournalError): JournalError {
    this.#failure ??= failure
    this.#watch.end()
    for (const resolve of [...this.#awaited.values(), ...this.#atEnd.splice(0)]) resolve()
    this.#awaited.clear()
    return this.#failure
  }

  #stuck(): JournalError {
    const record = this.#past.records[this.#position]
    const instead = this.#unplaced.map(({ text }) => text).join(', ')
    return this.#diverged(this.#position, JSON.stringify(record), instead === '' ? 'nothing more' : instead)
  }

  #diverged(position: number, before: string, now: string): JournalError {
    return divergence(this.#journal.placeOf(position), before, now)
  }
}
