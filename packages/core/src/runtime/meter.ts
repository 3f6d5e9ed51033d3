import { ContractError, shown } from '../model/errors.ts'

/** Calls of the caller's `run` and `propose`; each is counted once, under what it was for, when it starts. */
export interface CallCounts {
  readonly rolloutCalls: number
  readonly selfVerifyCalls: number
  readonly gateCalls: number
  readonly rankCalls: number
  readonly replayCalls: number
  readonly proposeCalls: number
}

/** What a run counts. */
export interface Counts extends CallCounts {
  /** Calls of the caller's oracle; the oracle has a budget of its own. */
  readonly oracleCalls: number
  /** Requests sent to a model's endpoint; one call can need several, and a local program needs none. */
  readonly providerRequests: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** Time in the caller's `run` and `reward`, summed over concurrent calls, in milliseconds of the run's clock. */
  readonly actorMs: number
  /** Evaluations answered without a call: stored, or shared with a call under way. */
  readonly cacheHits: number
  readonly cacheMisses: number
  /** Further attempts after a failed one. */
  readonly retries: number
  /** Calls that ended in an error, each attempt counted. */
  readonly failures: number
  /** Held-out evaluations that a bounded scan made needless. */
  readonly evaluationsSkipped: number
  readonly boundedScansCut: number
  /** Tasks whose trials gave different rewards to the same text. */
  readonly disagreements: number
}

export type Counter = keyof Counts

/** Every counter, and what follows from them: calls of `run`, and of `run` and `propose` together. */
export interface MeterSnapshot extends Counts {
  readonly runCalls: number
  readonly actorCalls: number
}

const ZERO: Counts = {
  rolloutCalls: 0,
  selfVerifyCalls: 0,
  gateCalls: 0,
  rankCalls: 0,
  replayCalls: 0,
  proposeCalls: 0,
  oracleCalls: 0,
  providerRequests: 0,
  promptTokens: 0,
  completionTokens: 0,
  actorMs: 0,
  cacheHits: 0,
  cacheMisses: 0,
  retries: 0,
  failures: 0,
  evaluationsSkipped: 0,
  boundedScansCut: 0,
  disagreements: 0,
}

/** Counts what a run costs; nothing else keeps a cost. */
export class Meter {
  readonly #counts: Record<Counter, number> = { ...ZERO }

  /** @throws ContractError `bad-amount` unless the amount is a finite number of at least 0. */
  add(counter: Counter, amount = 1): void {
    if (!(amount >= 0 && Number.isFinite(amount))) throw badAmount(counter, amount)
    this.#counts[counter] += amount
  }

  /** Returns all counts of one moment; later additions do not change it. */
  snapshot(): MeterSnapshot {
    const counts = { ...this.#counts }
    const runCalls =
      counts.rolloutCalls + counts.selfVerifyCalls + counts.gateCalls + counts.rankCalls + counts.replayCalls
    return { ...counts, runCalls, actorCalls: runCalls + counts.proposeCalls }
  }
}

function badAmount(counter: Counter, amount: number): ContractError {
  return new ContractError({
    code: 'bad-amount',
    argument: counter,
    value: shown(amount),
    message: `${shown(amount)} cannot be added to the counter ${counter}; amounts are finite and not negative.`,
  })
}
