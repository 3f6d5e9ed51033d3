import { describe, expect, test } from 'vitest'
import { Outage } from './outage.ts'
import { ProviderError, type ProviderErrorDetails } from './provider-error.ts'

function failure(kind: ProviderErrorDetails['failure'] = 'transient'): ProviderError {
  return new ProviderError({
    code: 'server-error',
    failure: kind,
    message: 'It answered 503.',
    argument: 'baseUrl',
    value: 'http://127.0.0.1/v1',
    fix: 'Try again later.',
    provider: 'openaiCompatible',
    retryable: true,
    terminal: false,
    status: 503,
  })
}

/** Fails calls one second apart; returns what the last one came to. */
function afterCalls(
  calls: number,
  outage = new Outage(30_000),
  kind?: ProviderErrorDetails['failure'],
): unknown {
  let last: unknown
  for (let call = 0; call < calls; call += 1)
    last = outage.judged(failure(kind), call * 5000, call * 5000 + 4000)
  return last
}

describe('B10: an endpoint', () => {
  test.each([
    ['stumbles for a few calls', 9, undefined],
    ['declines for long', 99, 'refused'],
    ['answers with nonsense for long', 99, 'malformed'],
  ] as const)('that %s is not down', (_, calls, kind) => {
    expect(afterCalls(calls, undefined, kind)).toMatchObject({ terminal: false })
  })

  test.each(['transient', 'rate', 'deadline'] as const)('that fails for long is: %s', (kind) => {
    expect(afterCalls(10, undefined, kind)).toMatchObject({
      terminal: true,
      retryable: false,
      code: 'server-error',
      status: 503,
      message: 'It answered 503. It has answered no call for more than 30 s. Try again later.',
      cause: { terminal: false },
    })
  })

  test('that fails for a moment, however often, is not', () => {
    const outage = new Outage(30_000)
    for (let call = 0; call < 99; call += 1)
      expect(outage.judged(failure(), 0, 100)).toMatchObject({ terminal: false })
  })

  test('that answered once in between is not', () => {
    const outage = new Outage(30_000)
    afterCalls(9, outage)
    outage.answered()
    expect(afterCalls(9, outage)).toMatchObject({ terminal: false })
  })
})
