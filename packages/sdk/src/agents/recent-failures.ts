import type { Failure } from '@agentdescent/core'

/** Renderings whose failures are remembered; a run works on few at a time. */
const RENDERINGS = 8

/** The newest failures of each rendering, one per task. */
export class RecentFailures {
  readonly #limit: number
  readonly #byRendering = new Map<string, readonly Failure[]>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a failure and returns those of its rendering, the newest first. */
  with(failure: Failure): readonly Failure[] {
    const { rendered, task } = failure
    const others = (this.#byRendering.get(rendered) ?? []).filter((known) => known.task.id !== task.id)
    const newest = [failure, ...others].slice(0, this.#limit)
    this.#byRendering.delete(rendered)
    this.#byRendering.set(rendered, newest)
    for (const old of this.#byRendering.keys())
      if (this.#byRendering.size > RENDERINGS) this.#byRendering.delete(old)
    return newest
  }
}
