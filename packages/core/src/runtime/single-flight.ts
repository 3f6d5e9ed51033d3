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
    // `finally` runs in a later microtask, so the entry is removed after it was made, also when `compute` throws at once.
    const started = resultOf(compute).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, started)
    return started
  }
}

async function resultOf<Value>(compute: () => Promise<Value>): Promise<Value> {
  return compute()
}
