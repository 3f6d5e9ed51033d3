import { ProviderError, type ProviderErrorDetails } from './provider-error.ts'

/** What says nothing of the request, and passes when the endpoint comes back. */
const STUMBLES: readonly ProviderErrorDetails['failure'][] = ['transient', 'rate', 'deadline']
/** A few calls that fail side by side are one stumble. */
const LEAST_CALLS = 10

/** Tells an endpoint that stumbles from one that is down: calls that fail in a row, over some time, are a reason to end a run. */
export class Outage {
  readonly #limitMs: number
  #calls = 0
  #sinceMs = 0

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** Takes note of an answer. */
  answered(): void {
    this.#calls = 0
  }

  /** Returns the error of a failed call: terminal once nothing has been answered for too long. */
  judged(error: unknown, startedMs: number, nowMs: number): unknown {
    if (!isStumble(error)) {
      // A refusal, or an answer of the wrong kind, comes from an endpoint that is there.
      this.#calls = 0
      return error
    }
    if (this.#calls === 0) this.#sinceMs = startedMs
    this.#calls += 1
    const downMs = nowMs - this.#sinceMs
    if (this.#calls < LEAST_CALLS || downMs < this.#limitMs) return error
    return error.asTerminal(`It has answered no call for more than ${this.#limitMs / 1000} s.`)
  }
}

function isStumble(error: unknown): error is ProviderError {
  return error instanceof ProviderError && STUMBLES.includes(error.failure)
}
