/** Sweeps in a row without a commit after which every worker takes the head anew. */
const STALL_PATIENCE = 50

/**
 * Notices that nothing is committed any more because every worker is too far behind: then all of them must take the head anew. A
 * sweep is one merge of what had come in, also when all of it was discarded.
 */
export class StallGuard {
  readonly #patience: number
  #idle = 0
  #forced = 0

  constructor(patience: number = STALL_PATIENCE) {
    this.#patience = patience
  }

  /** Times a refresh was forced; 0 in a healthy run. */
  get forced(): number {
    return this.#forced
  }

  /** Learns whether a sweep committed; returns true when the workers must refresh. */
  observe(committed: boolean): boolean {
    this.#idle = committed ? 0 : this.#idle + 1
    if (this.#idle < this.#patience) return false
    this.#idle = 0
    this.#forced++
    return true
  }
}
