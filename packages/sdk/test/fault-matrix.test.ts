import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Usage } from '../src/index.ts'
import { openaiCompatible, ProviderError } from '../src/index.ts'
import { faults } from './faults/faults.ts'
import { FaultServer } from './faults/fault-server.ts'

const DEADLINE_MS = 1500
/** Few enough that no call waits for the server's own work. */
const AT_ONCE = 8
const ANSWERS = 'answer'

/** How a call ends: `class code requests`, the class `answer` with the text as its code. */
interface Row {
  readonly fault: string
  readonly json: string
  /** Absent when it is the same. */
  readonly stream?: string
}

const rows: readonly Row[] = [
  { fault: 'rate-seconds', json: 'rate rate-limited 2' },
  { fault: 'rate-date', json: 'rate rate-limited 1' },
  { fault: 'rate-milliseconds', json: 'rate rate-limited 2' },
  { fault: 'rate-hour', json: 'rate rate-limited 1' },
  { fault: 'rate-days', json: 'rate rate-limited 1' },
  { fault: 'rate-garbage', json: 'rate rate-limited 2' },
  { fault: 'rate-negative', json: 'rate rate-limited 2' },
  { fault: 'rate-bare', json: 'rate rate-limited 2' },
  { fault: 'rate-page', json: 'rate rate-limited 2' },
  { fault: 'rate-empty', json: 'rate rate-limited 2' },
  { fault: 'rate-bare*1', json: 'answer good 2' },
  { fault: 'quota', json: 'quota quota-exhausted 1' },
  { fault: 'error-500', json: 'transient server-error 2' },
  { fault: 'error-500*1', json: 'answer good 2' },
  { fault: 'page-502', json: 'transient server-error 2' },
  { fault: 'error-503-final', json: 'transient server-error 1' },
  { fault: 'overloaded-529', json: 'transient server-error 2' },
  { fault: 'key-401', json: 'auth unauthorized 1' },
  { fault: 'key-403', json: 'auth forbidden 1' },
  { fault: 'context-400', json: 'caller context-too-long 1' },
  { fault: 'filter-400', json: 'refused content-filtered 1' },
  { fault: 'body-413', json: 'caller bad-request 1' },
  { fault: 'model-404', json: 'caller model-not-found 1' },
  { fault: 'timeout-408', json: 'transient server-error 2' },
  { fault: 'conflict-409', json: 'transient server-error 2' },
  { fault: 'redirect', json: 'caller redirected 1' },
  { fault: 'silent', json: 'deadline deadline-exceeded 1' },
  { fault: 'headers-only', json: 'deadline stalled 1' },
  { fault: 'drip', json: 'deadline deadline-exceeded 1' },
  { fault: 'reset', json: 'transient connection-lost 2' },
  { fault: 'reset*1', json: 'answer good 2' },
  { fault: 'reset-in-body', json: 'transient connection-lost 2' },
  { fault: 'late', json: 'answer late 1' },
  { fault: 'closing', json: 'answer bye 1' },
  { fault: 'long-headers', json: 'transient connection-lost 2' },
  { fault: 'zero-bytes', json: 'malformed empty-body 2' },
  { fault: 'json-cut', json: 'malformed not-json 2' },
  { fault: 'page-200', json: 'malformed html-answer 1' },
  { fault: 'error-200', json: 'transient server-error 2' },
  { fault: 'choices-empty', json: 'malformed no-choices 2' },
  { fault: 'choices-missing', json: 'malformed no-choices 2' },
  { fault: 'content-null', json: 'malformed no-content 1' },
  { fault: 'content-empty', json: 'malformed empty-answer 1' },
  { fault: 'content-number', json: 'malformed content-not-text 1' },
  { fault: 'content-half-character', json: 'malformed not-unicode 1' },
  { fault: 'reasoning-only', json: 'malformed reasoning-only 1' },
  { fault: 'thinking-unclosed', json: 'malformed reasoning-only 1' },
  { fault: 'filtered', json: 'refused content-filtered 1' },
  { fault: 'length', json: 'truncated length-stop 1' },
  { fault: 'ending-unknown', json: 'malformed unknown-finish-reason 1' },
  { fault: 'refusal', json: 'refused refused 1' },
  { fault: 'usage-missing', json: 'answer good 1' },
  { fault: 'prototype', json: 'answer {"__proto__":{"admin":true}} 1' },
  { fault: 'huge', json: 'malformed answer-too-large 1' },
  { fault: 'gzip-bomb', json: 'malformed answer-too-large 1' },
  { fault: 'good', json: 'answer good 1' },
  { fault: 'stream-ends-early', json: 'malformed not-json 2', stream: 'transient stream-cut 2' },
  { fault: 'stream-cut', json: 'transient connection-lost 2' },
  { fault: 'stream-error', json: 'malformed not-json 2', stream: 'transient server-error 2' },
  { fault: 'stream-bad-json', json: 'malformed not-json 2' },
  { fault: 'stream-stalls', json: 'deadline stalled 1' },
  { fault: 'stream-comments', json: 'deadline deadline-exceeded 1' },
  { fault: 'stream-good', json: 'malformed not-json 2', stream: 'answer half 1' },
]

interface Ending {
  readonly said: string
  readonly ms: number
  readonly usage: readonly Usage[]
  readonly error: unknown
}

const cells = rows.flatMap(({ fault, json, stream }) => [
  { fault, mode: 'json', expected: json },
  { fault, mode: 'stream', expected: stream ?? json },
])

describe('every scripted answer, whole and as a stream', () => {
  let server: FaultServer
  const endings = new Map<string, Ending>()
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)

  beforeAll(async () => {
    process.on('unhandledRejection', note)
    server = await FaultServer.start()
    await call(server, 'good', 'json')
    await call(server, 'good', 'stream')
    server.seen.length = 0
    const queue = [...cells]
    const worker = async (): Promise<void> => {
      for (let cell = queue.shift(); cell !== undefined; cell = queue.shift())
        endings.set(`${cell.fault} ${cell.mode}`, await call(server, cell.fault, cell.mode))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }, 20_000)

  afterAll(async () => {
    process.off('unhandledRejection', note)
    await server[Symbol.asyncDispose]()
  })

  it('is asked about every fault that the server knows', () => {
    const asked = new Set(rows.map(({ fault }) => fault.split('*')[0]))
    expect([...faults.keys()].filter((fault) => !asked.has(fault))).toEqual([])
  })

  it.each(cells)('$fault ($mode) ends as: $expected', ({ fault, mode, expected }) => {
    const ending = endings.get(`${fault} ${mode}`)
    expect(ending?.said, String(ending?.error)).toBe(expected)
    expect(ending?.ms).toBeLessThan(DEADLINE_MS + 1000)
  })

  it('reports each request once, and the tokens that the server counted', () => {
    for (const { fault, mode } of cells) {
      const usage = endings.get(`${fault} ${mode}`)?.usage ?? []
      const seen = server.of(fault, mode === 'stream')
      expect(
        usage.map(({ requests }) => requests),
        fault,
      ).toEqual(seen.map(() => 1))
      const counted = usage.filter(({ estimated }) => estimated !== true)
      const tokens = counted.reduce(
        (sum, { promptTokens = 0, completionTokens = 0 }) => sum + promptTokens + completionTokens,
        0,
      )
      expect(tokens, `${fault} ${mode}`).toBe(seen.reduce((sum, { billed }) => sum + billed, 0))
    }
  })

  it('says in one sentence which argument to change, and how', () => {
    for (const { said, error } of endings.values()) {
      if (said.startsWith(ANSWERS)) continue
      expect(error).toBeInstanceOf(ProviderError)
      expect(error).toMatchObject({
        argument: expect.any(String),
        value: expect.any(String),
        fix: expect.any(String),
      })
      expect(String(error)).toMatch(
        /^ProviderError: openaiCompatible at http:\/\/127\.0\.0\.1:\d+\/v1 .+\. .+\.$/,
      )
    }
  })

  it('leaves no rejection unhandled and no prototype changed', () => {
    expect(unhandled).toEqual([])
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  })
})

async function call(server: FaultServer, model: string, mode: string): Promise<Ending> {
  const usage: Usage[] = []
  const complete = openaiCompatible({
    model,
    baseUrl: server.baseUrl,
    apiKeyEnv: null,
    deadlineMs: DEADLINE_MS,
    idleMs: 400,
    maxBytes: 1024 * 1024,
    stream: mode === 'stream',
    retry: { attempts: 2, baseMs: 5, capMs: 10 },
  })
  const startedAt = performance.now()
  const context = { signal: new AbortController().signal, report: (used: Usage) => void usage.push(used) }
  const end = (said: string, error?: unknown): Ending => ({
    said: `${said} ${usage.length}`,
    ms: performance.now() - startedAt,
    usage,
    error,
  })
  try {
    const { text } = await complete({ prompt: 'How are you?' }, context)
    return end(`${ANSWERS} ${text}`)
  } catch (error) {
    return error instanceof ProviderError ? end(`${error.failure} ${error.code}`, error) : end('threw', error)
  }
}
