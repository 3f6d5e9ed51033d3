/** Runs pieces of work one after the other, in the order in which they were given. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()
  #pieces = 0

  /** How many pieces it was given. */
  get pieces(): number {
    return this.#pieces
  }

  /** Resolves, or rejects, as the work does; a piece that fails does not keep back the next. */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#pieces++
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }
}
