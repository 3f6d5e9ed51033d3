import type { Clock, Random } from '@agentdescent/core'
import { ProviderError } from './provider-error.ts'

/** How often and how patiently a request is repeated. */
export interface RetryPolicy {
  /** Requests for one call, the first included. */
  readonly attempts: number
  /** Bound of the first wait; it doubles with each further one. */
  readonly baseMs: number
  /** Bound of any wait that is ours to choose. */
  readonly capMs: number
  /** A provider that asks for a longer wait than this is not waited for. */
  readonly maxRetryAfterMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 6,
  baseMs: 500,
  capMs: 8_000,
  maxRetryAfterMs: 20_000,
}

/** What an observer is told before a wait. */
export interface WaitNotice {
  readonly waitMs: number
  /** The request that failed, counted from 1. */
  readonly attempt: number
  readonly error: ProviderError
}

export interface RetryContext {
  readonly policy: RetryPolicy
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
  /** Time on the clock after which no attempt starts. */
  readonly deadlineAt: number
  readonly onWait?: (notice: WaitNotice) => void
}

/**
 * Returns what `attempt` returns, repeated while its failure is retryable, attempts are left and the wait ends before
 * the deadline. This is the only layer that repeats a provider request.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  context: RetryContext,
): Promise<Result> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt()
    } catch (error) {
      const waitMs = waitBefore(error, made, context)
      if (waitMs === undefined || !(error instanceof ProviderError)) throw error
      context.onWait?.({ waitMs, attempt: made, error })
      await context.clock.sleep(waitMs, context.signal)
    }
  }
}

/** Returns the wait before the next attempt, or `undefined` when there is to be none. */
function waitBefore(error: unknown, made: number, context: RetryContext): number | undefined {
  const { policy, clock, deadlineAt, signal } = context
  if (!(error instanceof ProviderError) || !error.retryable || signal.aborted) return undefined
  if (made >= policy.attempts) return undefined
  const waitMs = waitAfter(error, made, context)
  if (waitMs === undefined || clock.now() + waitMs >= deadlineAt) return undefined
  return waitMs
}

/** Full jitter under a doubling bound; on top of what the provider asks for, so that not all come back at once. */
function waitAfter(error: ProviderError, made: number, { policy, random }: RetryContext): number | undefined {
  const bound = Math.min(policy.capMs, policy.baseMs * 2 ** (made - 1))
  if (error.retryAfterMs === undefined) return random.next() * bound
  if (error.retryAfterMs > policy.maxRetryAfterMs) return undefined
  return error.retryAfterMs + random.next() * policy.baseMs
}
