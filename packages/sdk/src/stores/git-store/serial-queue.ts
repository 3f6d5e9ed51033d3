/** Runs pieces of work one after the other, in the order in which they were given. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves, or rejects, as the work does; a piece that fails does not keep back the next. */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }
}
