import type { Clock } from '../runtime/clock.ts'

/** A clock whose time moves only when everybody waits: a sleep of an hour takes no time. */
export class VirtualClock implements Clock {
  #now = 0

  now(): number {
    return this.#now
  }

  /** Time jumps to the end of the sleep. */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.#now += ms
  }
}
