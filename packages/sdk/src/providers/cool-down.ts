import type { ProviderError } from './provider-error.ts'
import type { RetryContext } from './retry.ts'

/** One gate for all calls of a provider: after a refusal that names a wait, nobody asks before it is over. */
export class CoolDown {
  #until = Number.NEGATIVE_INFINITY
  #error: ProviderError | undefined

  /** Takes note of a refusal that named a wait. */
  note(error: ProviderError, nowMs: number): void {
    if (error.failure !== 'rate' || error.retryAfterMs === undefined) return
    const until = nowMs + error.retryAfterMs
    if (until <= this.#until) return
    this.#until = until
    this.#error = error
  }

  /**
   * Resolves when the wait is over.
   * @throws ProviderError the refusal, at once, when the wait is longer than the policy or the deadline allows.
   */
  async pass({ clock, deadlineAt, onWait, policy, random, signal }: RetryContext): Promise<void> {
    const leftMs = this.#until - clock.now()
    if (leftMs <= 0 || this.#error === undefined) return
    const waitMs = leftMs + random.next() * policy.baseMs
    if (leftMs > policy.maxRetryAfterMs || clock.now() + waitMs >= deadlineAt) throw this.#error
    onWait?.({ waitMs, attempt: 0, error: this.#error })
    await clock.sleep(waitMs, signal)
  }
}
