import { abortable } from '../runtime/abortable.ts'
import type { Clock } from '../runtime/clock.ts'
import { divergence, type JournalError } from './journal-error.ts'
import type { RunJournal } from './journal.ts'
import { Past } from './past.ts'
import type { JournalRecord } from './records.ts'
import { StuckWatch } from './stuck-watch.ts'

interface PlaybackParts {
  readonly journal: Pick<RunJournal, 'past' | 'placeOf'>
  /** The host's. */
  readonly clock: Clock
  /** Aborts when the run is to end: whatever waits for the past then ends too. */
  readonly signal: AbortSignal
  /** Returns what a run has come to that the past does not hold, for the message of a divergence. */
  unplaced(): string
  /** Called with each record when it takes effect, in order. */
  onRecord(record: JournalRecord): void
  /** Called once all of them have. */
  onEnd(): void
}

/**
 * Goes through the past of a run as the run comes to the same again. A record takes effect when all before it have, and it has
 * been come to; an outcome is handed out at that moment.
 */
export class Playback {
  readonly past: Past
  readonly #parts: PlaybackParts
  readonly #watch: StuckWatch
  /** The first record that has not taken effect. */
  #position = 0
  readonly #reached = new Set<number>()
  readonly #awaited = new Map<number, () => void>()
  readonly #atEnd: (() => void)[] = []
  readonly #isOrdered: boolean
  #isOver = false
  #failure: JournalError | undefined

  constructor(parts: PlaybackParts) {
    this.past = new Past(parts.journal.past)
    this.#isOrdered = this.past.isOrdered
    this.#parts = parts
    this.#watch = new StuckWatch(parts.clock, () => void this.fail(this.#position, this.#stuck()))
  }

  /** True once all of the past has taken effect. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Lets every record take effect that may. */
  advance(): void {
    for (;;) {
      const record = this.past.records[this.#position]
      if (record === undefined) return this.#end()
      const deliver = this.#awaited.get(this.#position)
      const isThrough = this.#reached.delete(this.#position) || this.past.isSilent(this.#position)
      if (!isThrough && deliver === undefined) return
      this.#awaited.delete(this.#position)
      this.#position++
      this.#watch.moved()
      this.#parts.onRecord(record)
      if (deliver === undefined) continue
      deliver()
      // What follows from the outcome goes before the next one.
      void Promise.resolve().then(() => this.advance())
      return
    }
  }

  /** Takes note that the run has come to what the record says; `now` must be what it was `before`. @throws JournalError `diverged` */
  reach(position: number, before: string, now: string): void {
    if (before !== now) throw this.fail(position, [before, now])
    this.#reached.add(position)
    this.advance()
  }

  /** Resolves when the record takes effect, at once where the past has no one order. */
  async turn(position: number): Promise<void> {
    if (!this.#isOrdered) return this.reach(position, '', '')
    await this.#waiting((resolve) => void this.#awaited.set(position, resolve))
  }

  /** Resolves when all of the past has taken effect. */
  async end(): Promise<void> {
    if (!this.#isOver) await this.#waiting((resolve) => void this.#atEnd.push(resolve))
    this.check()
  }

  /** Counts as under way what the past does not see, so that a slow disk is no divergence. */
  busy<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#watch.busy(work)
  }

  /** @throws the JournalError that has ended the run */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Ends the run, since it does not come to what the record says: whatever waits hears of it. Returns the first such error. */
  fail(position: number, [before, now]: readonly [before: string, now: string]): JournalError {
    this.#failure ??= divergence(this.#parts.journal.placeOf(position), before, now)
    this.#watch.end()
    for (const resolve of [...this.#awaited.values(), ...this.#atEnd.splice(0)]) resolve()
    this.#awaited.clear()
    return this.#failure
  }

  async #waiting(place: (resolve: () => void) => void): Promise<void> {
    const waited = new Promise<void>((resolve) => {
      place(resolve)
    })
    this.advance()
    this.#watch.begin()
    await abortable(waited, this.#parts.signal)
    this.check()
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#watch.end()
    this.#parts.onEnd()
    for (const resolve of this.#atEnd.splice(0)) resolve()
  }

  #stuck(): readonly [string, string] {
    const instead = this.#parts.unplaced()
    const record = this.past.records[this.#position]
    return [JSON.stringify(record), instead === '' ? 'nothing more' : instead]
  }
}
