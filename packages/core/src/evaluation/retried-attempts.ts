import type { Actor } from '../execution/actor.ts'
import { isWorthRepeating } from '../model/errors.ts'
import type { Attempt, RolloutSpec } from '../model/rollout.ts'
import type { Clock } from '../runtime/clock.ts'
import type { CallCounts, Meter } from '../runtime/meter.ts'
import { Semaphore } from '../runtime/semaphore.ts'

export interface AttemptOptions {
  readonly actor: Actor
  readonly clock: Clock
  readonly meter: Meter
  /** Ends every call under way. */
  readonly signal: AbortSignal
  /** Calls of the actor under way at once. Default 8. */
  readonly concurrency?: number
  /** Called with the number of calls about to start, before any of them does; throws to refuse them all. */
  readonly admit?: (calls: number) => void
}

/** An answer, and the time that the call behind it took. */
export interface TimedAttempt {
  readonly attempt: Attempt
  readonly ms: number
}

/** The caller withdrew, by abort or for want of budget, before the evaluation had an outcome; another caller may still want it. */
export class WithdrawnError extends Error {
  constructor(cause: unknown) {
    super('The evaluation was withdrawn.', { cause })
  }
}

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 200

/** Calls the actor up to three times, with pauses of 200 and 400 ms, unless a failed call was repeated behind it; meters every call. */
export class RetriedAttempts {
  readonly concurrency: number
  readonly #options: AttemptOptions
  readonly #slots: Semaphore

  constructor(options: AttemptOptions) {
    this.#options = options
    this.concurrency = options.concurrency ?? 8
    this.#slots = new Semaphore(this.concurrency)
  }

  /** @throws WithdrawnError when the budget refuses the calls. */
  admit(calls: number): void {
    try {
      this.#options.admit?.(calls)
    } catch (error) {
      throw new WithdrawnError(error)
    }
  }

  /**
   * Returns the first answer. The first call is admitted already, further ones are admitted here.
   * An error that is not transient is thrown at once, for it would come back; any other after the last attempt.
   * @throws WithdrawnError after an abort, and when the budget refuses a further attempt.
   */
  async run(spec: RolloutSpec, counter: keyof CallCounts): Promise<TimedAttempt> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#slots.run(() => this.#call(spec, counter))
      } catch (error) {
        if (this.#options.signal.aborted) throw new WithdrawnError(this.#options.signal.reason)
        if (attempt === ATTEMPTS || !isWorthRepeating(error)) throw error
      }
      await this.#pause(FIRST_PAUSE_MS * 2 ** (attempt - 1))
      this.admit(1)
      this.#options.meter.add('retries')
    }
  }

  async #call(spec: RolloutSpec, counter: keyof CallCounts): Promise<TimedAttempt> {
    const { actor, signal, clock, meter } = this.#options
    signal.throwIfAborted()
    meter.add(counter)
    const start = clock.now()
    try {
      const attempt = await actor.attempt(spec, signal)
      return { attempt, ms: clock.now() - start }
    } catch (error) {
      meter.add('failures')
      throw error
    } finally {
      meter.add('actorMs', clock.now() - start)
    }
  }

  async #pause(ms: number): Promise<void> {
    const { clock, signal } = this.#options
    try {
      await clock.sleep(ms, signal)
    } catch (error) {
      throw new WithdrawnError(error)
    }
  }
}
