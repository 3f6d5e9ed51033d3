import { LedgerError, messageOf } from '../model/errors.ts'
import type { Ending, Engine } from './scheduler.ts'

/** A round that came to nothing, because the ledger or every rollout failed. */
export interface DeadRound {
  readonly round: number
  readonly error: unknown
  /** True when enough rounds like it end the run: the ledger failed, or nothing has ever worked. */
  readonly mayEndRun: boolean
}

/**
 * Counts rounds in a row that came to nothing. Each reason is told once: at once where the run goes on whatever follows, otherwise
 * when it has recovered; one that ends the run is the run's error and no warning.
 */
export class DeadRounds {
  readonly #engine: Pick<Engine, 'ledger' | 'maxWorkerErrors' | 'observe'>
  #count = 0
  #untold: DeadRound[] = []
  #told: string | undefined

  constructor(engine: Pick<Engine, 'ledger' | 'maxWorkerErrors' | 'observe'>) {
    this.#engine = engine
  }

  /** Learns of a dead round; returns true when it is the one too many that ends the run. */
  observe(dead: DeadRound): boolean {
    if (!dead.mayEndRun) {
      this.#tellRest()
      this.#tell(dead)
      return false
    }
    this.#count++
    this.#untold.push(dead)
    return this.#count >= this.#engine.maxWorkerErrors
  }

  /** Rounds in a row that came to nothing and may end the run. */
  get inRow(): number {
    return this.#count
  }

  /** Counts from nothing again: what kept the rounds from coming to something may be over. */
  forgive(): void {
    this.#count = 0
  }

  /** Learns that a round came to something. */
  over(): void {
    this.#tellRest()
    this.#told = undefined
    this.#count = 0
  }

  /** Returns how the run ends: with an error too when its rounds are used up and nothing ever worked, or the ledger is still down. */
  async end(ending: Ending, anySuccess: boolean): Promise<Ending> {
    const last = this.#untold.at(-1)
    if (ending.error !== undefined || last === undefined) return ending
    const isBroken = !anySuccess || (await this.#isLedgerDown())
    if (isBroken && ending.stopReason === 'rounds') return { stopReason: 'error', error: last.error }
    this.#tellRest()
    return ending
  }

  async #isLedgerDown(): Promise<boolean> {
    try {
      await this.#engine.ledger.snapshot()
      return false
    } catch (error) {
      if (error instanceof LedgerError) return true
      throw error
    }
  }

  #tellRest(): void {
    for (const dead of this.#untold) this.#tell(dead)
    this.#untold = []
  }

  #tell({ round, error }: DeadRound): void {
    const reason = messageOf(error)
    if (reason === this.#told) return
    this.#told = reason
    this.#engine.observe({
      type: 'warning',
      code: 'dead-round',
      message: `Round ${round} came to nothing: ${reason}`,
    })
  }
}
