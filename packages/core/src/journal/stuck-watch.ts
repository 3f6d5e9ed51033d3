import type { Clock } from '../runtime/clock.ts'

const PAUSE_MS = 20
/** Pauses in a row, with nothing under way and nothing moved, after which nothing will: ten seconds. */
const MOST_PAUSES = 500

/** Notices that a run which is played again waits for something that will not come. */
export class StuckWatch {
  readonly #clock: Clock
  readonly #onStuck: () => void
  #isWatching = false
  #isOver = false
  #busy = 0
  #pauses = 0

  constructor(clock: Clock, onStuck: () => void) {
    this.#clock = clock
    this.#onStuck = onStuck
  }

  moved(): void {
    this.#pauses = 0
  }

  begin(): void {
    if (this.#isWatching || this.#isOver) return
    this.#isWatching = true
    void this.#watch()
  }

  end(): void {
    this.#isOver = true
  }

  async busy<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#busy++
    try {
      return await work()
    } finally {
      this.#busy--
      this.#pauses = 0
    }
  }

  async #watch(): Promise<void> {
    while (!this.#isOver && this.#pauses < MOST_PAUSES) {
      await this.#clock.sleep(PAUSE_MS)
      this.#pauses += this.#busy === 0 ? 1 : 0
    }
    if (!this.#isOver) this.#onStuck()
  }
}
