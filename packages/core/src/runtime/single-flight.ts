/** At most one computation per key at a time: callers that come meanwhile share its result, or its failure. */
export class SingleFlight<Value> {
  readonly #underWay = new Map<string, Promise<Value>>()

  /** Says whether a computation for `key` is under way. */
  has(key: string): boolean {
    return this.#underWay.has(key)
  }

  run(key: string, compute: () => Promise<Value>): Promise<Value> {
    const shared = this.#underWay.get(key)
    if (shared !== undefined) return shared
    const started = this.#start(key, compute)
    this.#underWay.set(key, started)
    return started
  }

  async #start(key: string, compute: () => Promise<Value>): Promise<Value> {
    try {
      return await compute()
    } finally {
      this.#underWay.delete(key)
    }
  }
}
