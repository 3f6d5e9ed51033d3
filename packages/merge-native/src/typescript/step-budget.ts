/** Counts the work of one merge in steps, so that a limit falls at the same place on every machine. */
export class StepBudget {
  readonly #limit: number
  #spent = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get spent(): number {
    return this.#spent
  }

  get isExceeded(): boolean {
    return this.#spent > this.#limit
  }

  spend(steps: number): void {
    this.#spent += steps
  }
}
