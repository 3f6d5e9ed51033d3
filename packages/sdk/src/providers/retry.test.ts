import { Random } from '@agentdescent/core'
import { VirtualClock } from '@agentdescent/core/testing'
import { describe, expect, test } from 'vitest'
import { fc, test as property } from '@fast-check/vitest'
import { systemClock } from '../system-clock.ts'
import { CoolDown } from './cool-down.ts'
import type { FailureFacts } from './failures.ts'
import type { ProviderCode } from './provider-failure.ts'
import { providerError } from './failures.ts'
import type { ProviderError } from './provider-error.ts'
import type { RetryContext, WaitNotice } from './retry.ts'
import { defaultRetryPolicy, withRetries } from './retry.ts'

const endpoint = {
  provider: 'test',
  model: 'm',
  baseUrl: 'http://localhost/',
  shownUrl: 'http://localhost/',
  exampleUrl: 'http://localhost/',
  apiKeyEnv: null,
  key: undefined,
  limits: { deadlineMs: 1, idleMs: 1, maxBytes: 1 },
  mask: (text: string) => text,
  maskAnswer: (text: string) => text,
}

function failure(code: ProviderCode, facts: Partial<FailureFacts> = {}): ProviderError {
  return providerError(endpoint, code, { what: 'failed', ...facts })
}

interface Trial {
  readonly context: RetryContext
  readonly notices: readonly WaitNotice[]
}

function trial(given: Partial<RetryContext> = {}, seed = 1): Trial {
  const notices: WaitNotice[] = []
  const context = {
    policy: defaultRetryPolicy,
    clock: new VirtualClock(),
    random: Random.seeded(seed),
    signal: new AbortController().signal,
    deadlineAt: 1e9,
    onWait: (notice: WaitNotice) => void notices.push(notice),
    ...given,
  }
  return { context, notices }
}

/** Fails with the errors, one per attempt, then answers with the number of attempts. */
function failing(...errors: readonly unknown[]): { readonly attempt: () => Promise<number>; made: number } {
  const state = {
    made: 0,
    attempt: async () => {
      state.made += 1
      const error = errors[state.made - 1]
      if (error !== undefined) throw error
      return state.made
    },
  }
  return state
}

describe('a repeated request', () => {
  test('is made again until it succeeds', async () => {
    const { context, notices } = trial()
    const { attempt } = failing(failure('server-error'), failure('connection-lost'))
    expect(await withRetries(attempt, context)).toBe(3)
    expect(notices.map(({ attempt: number }) => number)).toEqual([1, 2])
  })

  test('is not made more often than the policy says, and fails as the last one did', async () => {
    const { context } = trial({ policy: { ...defaultRetryPolicy, attempts: 2 } })
    const requests = failing(failure('server-error'), failure('rate-limited'), failure('server-error'))
    await expect(withRetries(requests.attempt, context)).rejects.toMatchObject({ code: 'rate-limited' })
    expect(requests.made).toBe(2)
  })

  test.each([
    'unauthorized',
    'quota-exhausted',
    'refused',
    'length-stop',
    'deadline-exceeded',
    'model-not-found',
  ] as const)('is not made again after %s', async (code) => {
    const requests = failing(failure(code))
    await expect(withRetries(requests.attempt, trial().context)).rejects.toMatchObject({ code })
    expect(requests.made).toBe(1)
  })

  test('is not made again after an error that is none of the provider', async () => {
    const requests = failing(new RangeError('a bug'))
    await expect(withRetries(requests.attempt, trial().context)).rejects.toThrow(RangeError)
    expect(requests.made).toBe(1)
  })

  property.prop([fc.integer(), fc.integer({ min: 1, max: 12 })])(
    'waits somewhere below a bound that doubles up to the cap',
    async (seed, attempts) => {
      const policy = { ...defaultRetryPolicy, attempts }
      const { context, notices } = trial({ policy }, seed)
      const errors = Array.from({ length: attempts }, () => failure('server-error'))
      await expect(withRetries(failing(...errors).attempt, context)).rejects.toThrow()
      expect(notices).toHaveLength(attempts - 1)
      for (const { attempt, waitMs } of notices) {
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(waitMs).toBeLessThan(Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1)))
      }
    },
  )

  test('waits the same again with the same seed, and otherwise with another', async () => {
    const waits = async (seed: number): Promise<readonly number[]> => {
      const { context, notices } = trial({}, seed)
      await withRetries(failing(failure('server-error'), failure('server-error')).attempt, context)
      return notices.map(({ waitMs }) => waitMs)
    }
    expect(await waits(1)).toEqual(await waits(1))
    expect(await waits(1)).not.toEqual(await waits(2))
  })

  test('waits at least as long as it is asked to', async () => {
    const { context, notices } = trial()
    await withRetries(failing(failure('rate-limited', { retryAfterMs: 5000 })).attempt, context)
    expect(notices[0]?.waitMs).toBeGreaterThanOrEqual(5000)
    expect(notices[0]?.waitMs).toBeLessThan(5000 + defaultRetryPolicy.baseMs)
  })

  test.each([30_000, 277_403_000])(
    'D1: is given up at once when it is to wait %d ms',
    async (retryAfterMs) => {
      const { context, notices } = trial()
      const requests = failing(failure('rate-limited', { retryAfterMs }))
      await expect(withRetries(requests.attempt, context)).rejects.toMatchObject({ retryAfterMs })
      expect(notices).toEqual([])
    },
  )

  test('is given up when the wait would end after the deadline', async () => {
    const { context, notices } = trial({ deadlineAt: 900 })
    const requests = failing(failure('rate-limited', { retryAfterMs: 1000 }))
    await expect(withRetries(requests.attempt, context)).rejects.toMatchObject({ code: 'rate-limited' })
    expect(notices).toEqual([])
  })

  test('ends within 100 ms of an abort, in the middle of a real wait (D1)', async () => {
    const delays: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const stop = new AbortController()
      const deadlineAt = systemClock.now() + 60_000
      const { context } = trial({ clock: systemClock, signal: stop.signal, deadlineAt })
      const requests = failing(failure('rate-limited', { retryAfterMs: 15_000 }))
      const waiting = withRetries(requests.attempt, context)
      await new Promise((resolve) => setTimeout(resolve, 10))
      const abortedAt = performance.now()
      stop.abort()
      await expect(waiting).rejects.toThrow(/abort/i)
      delays.push(performance.now() - abortedAt)
    }
    expect(Math.min(...delays)).toBeLessThan(100)
  })
})

describe('the cool-down of a provider', () => {
  test('makes everybody wait when one was told to', async () => {
    const coolDown = new CoolDown()
    const { context, notices } = trial()
    coolDown.note(failure('rate-limited', { retryAfterMs: 4000 }), 0)
    await coolDown.pass(context)
    expect(notices[0]?.waitMs).toBeGreaterThanOrEqual(4000)
    await coolDown.pass(context)
    expect(notices).toHaveLength(1)
  })

  test('turns everybody away at once while the wait is longer than anybody waits', async () => {
    const coolDown = new CoolDown()
    const { context, notices } = trial()
    coolDown.note(failure('rate-limited', { retryAfterMs: 3_600_000 }), 0)
    await expect(coolDown.pass(context)).rejects.toMatchObject({ code: 'rate-limited' })
    expect(notices).toEqual([])
  })

  test('is not shortened by a later refusal, nor begun by one that names no wait', async () => {
    const coolDown = new CoolDown()
    const { context, notices } = trial()
    coolDown.note(failure('server-error', { retryAfterMs: 9000 }), 0)
    coolDown.note(failure('rate-limited'), 0)
    await coolDown.pass(context)
    expect(notices).toEqual([])
    coolDown.note(failure('rate-limited', { retryAfterMs: 4000 }), 0)
    coolDown.note(failure('rate-limited', { retryAfterMs: 10 }), 0)
    await coolDown.pass(context)
    expect(notices[0]?.waitMs).toBeGreaterThanOrEqual(4000)
  })
})
