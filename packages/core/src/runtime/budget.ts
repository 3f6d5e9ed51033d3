import { LimitError } from '../model/errors.ts'
import type { StopReason } from '../model/report.ts'
import type { Clock } from './clock.ts'

/** Limits of a run; absent means none. They have one meaning under every scheduler. */
export interface Limits {
  readonly maxRollouts?: number
  /** Invocations of the caller's `run` and `propose`, wherever they come from. */
  readonly maxCalls?: number
  /** Prompt and completion tokens together, as the caller's code reports them. */
  readonly maxTokens?: number
  /** Seconds since the run started. */
  readonly maxSeconds?: number
}

/** Work that is about to start, at its worst. */
export interface Demand {
  readonly rollouts: number
  readonly calls: number
  /** Names the work for the run's journal; work that is done in a fixed order needs no name. */
  readonly name?: string
}

/** Hears of every question whether the limits leave room, by name, and may know better: what an earlier process had answered. */
export type BudgetWitness = (name: string, obstacle: StopReason | undefined) => StopReason | undefined

/** Room that was set aside for work under way. */
export interface Reservation {
  /** Ends the reservation; what the work really used stays counted. */
  release(used: Demand): void
}

/** Decides before work starts whether the limits leave room for all of it, so that no limit is ever passed. */
export class Budget {
  #limits: Limits
  #witness: BudgetWitness | undefined
  #unnamed = 0
  readonly #clock: Clock
  readonly #startMs: number
  #rollouts = 0
  #calls = 0
  #tokens = 0
  #largestCall = 0

  constructor(limits: Limits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
    this.#startMs = clock.now()
  }

  /** Sets other limits from here on; what was used stays counted. */
  limit(limits: Limits): void {
    this.#limits = limits
  }

  /** Lets the witness hear of every question from here on. */
  witness(witness: BudgetWitness): void {
    this.#witness = witness
  }

  /** Returns which limit leaves no room for the demand; undefined when all do. */
  obstacle(demand: Demand): StopReason | undefined {
    const found = this.#obstacle(demand)
    if (this.#witness === undefined) return found
    return this.#witness(demand.name ?? `unnamed ${this.#unnamed++}`, found)
  }

  #obstacle({ rollouts, calls }: Demand): StopReason | undefined {
    const { maxRollouts, maxCalls, maxTokens, maxSeconds } = this.#limits
    if (maxSeconds !== undefined && this.#clock.now() - this.#startMs >= maxSeconds * 1000)
      return 'max-seconds'
    if (maxRollouts !== undefined && this.#rollouts + rollouts > maxRollouts) return 'max-rollouts'
    if (maxCalls !== undefined && this.#calls + calls > maxCalls) return 'max-calls'
    const tokens = this.#tokens + calls * this.#largestCall
    return maxTokens !== undefined && (tokens > maxTokens || this.#tokens >= maxTokens)
      ? 'max-tokens'
      : undefined
  }

  /** @throws LimitError with the limit's stop reason as its code. */
  reserve(demand: Demand): Reservation {
    const obstacle = this.obstacle(demand)
    if (obstacle !== undefined) throw this.#refusal(obstacle)
    this.#take(demand, 1)
    return {
      release: (used) => {
        this.#take(demand, -1)
        this.#take(used, 1)
      },
    }
  }

  /** Counts tokens that a call reported. The largest call so far is what the next one is expected to cost. */
  countTokens(tokens: number): void {
    this.#tokens += tokens
    this.#largestCall = Math.max(this.#largestCall, tokens)
  }

  #take({ rollouts, calls }: Demand, sign: 1 | -1): void {
    this.#rollouts += sign * rollouts
    this.#calls += sign * calls
  }

  #refusal(reason: StopReason): LimitError {
    const { maxRollouts, maxCalls, maxTokens, maxSeconds } = this.#limits
    const limits = { maxRollouts, maxCalls, maxTokens, maxSeconds }
    return new LimitError({
      code: reason,
      message: `The next piece of work does not fit the limits ${JSON.stringify(limits)}; ${this.#calls} calls and ${this.#rollouts} rollouts are used or under way.`,
    })
  }
}
