import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Completion, ProviderOptions, Usage } from '../src/index.ts'
import { anthropic, openaiCompatible, ProviderError } from '../src/index.ts'
import { faults } from './faults/faults.ts'
import { FaultServer } from './faults/fault-server.ts'
import { rows } from './faults/rows.ts'

/** So far away that only a call which would never end runs into it, on a busy machine too. */
const FAR = { deadlineMs: 20_000, idleMs: 15_000 }
/** Few enough that no call waits long for the server's own work. */
const AT_ONCE = 8
const ANSWERS = 'answer'

interface Ending {
  readonly said: string
  readonly ms: number
  readonly usage: readonly Usage[]
  readonly error: unknown
}

const protocols = [
  { protocol: 'chat', provider: openaiCompatible },
  { protocol: 'message', provider: anthropic },
]

describe.each(protocols)(
  'every scripted answer to a $protocol request, whole and as a stream',
  ({ protocol, provider }) => {
    const cells = rows
      .filter(({ only }) => only === undefined || only === protocol)
      .flatMap(({ fault, json, stream, limits = {} }) => [
        { fault, mode: 'json', expected: json, limits: { ...FAR, ...limits } },
        { fault, mode: 'stream', expected: stream ?? json, limits: { ...FAR, ...limits } },
      ])
    let server: FaultServer
    const endings = new Map<string, Ending>()
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)

    beforeAll(async () => {
      process.on('unhandledRejection', note)
      server = await FaultServer.start()
      for (const mode of ['json', 'stream'])
        await callOnce(server, { provider, fault: 'model-404', mode, limits: FAR })
      server.seen.length = 0
      const queue = [...cells]
      const worker = async (): Promise<void> => {
        for (let cell = queue.shift(); cell !== undefined; cell = queue.shift())
          endings.set(`${cell.fault} ${cell.mode}`, await callOnce(server, { ...cell, provider }))
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    }, 90_000)

    afterAll(async () => {
      process.off('unhandledRejection', note)
      await server[Symbol.asyncDispose]()
    })

    it('is asked about every fault that the server knows', () => {
      const asked = new Set(rows.map(({ fault }) => fault.split('*')[0]))
      expect([...faults.keys()].filter((fault) => !asked.has(fault))).toEqual([])
    })

    it.each(cells)('$fault ($mode) ends as: $expected', ({ fault, mode, expected, limits }) => {
      const ending = endings.get(`${fault} ${mode}`)
      expect(ending?.said, String(ending?.error)).toBe(expected)
      expect(ending?.ms).toBeLessThan(limits.deadlineMs + 1000)
    })

    it('reports each request once, and the tokens that the server counted (B6)', () => {
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

    it('says in one sentence which argument to change, and how (D4)', () => {
      for (const { said, error } of endings.values()) {
        if (said.startsWith(ANSWERS)) continue
        expect(error).toBeInstanceOf(ProviderError)
        expect(error).toMatchObject({
          argument: expect.any(String),
          value: expect.any(String),
          fix: expect.any(String),
        })
        expect(String(error)).toMatch(
          /^ProviderError: (openaiCompatible|anthropic) at http:\/\/127\.0\.0\.1:\d+\/v1 .+\. .+\.$/,
        )
      }
    })

    it.each([
      ['rate-bare', 429],
      ['rate-page', 429],
      ['rate-empty', 429],
      ['json-503', 503],
      ['page-503', 503],
      ['empty-503', 503],
      ['overloaded-529', 529],
      ['page-529', 529],
      ['empty-529', 529],
    ])('D4: %s is an error with provider, status and the id of its request', (fault, status) => {
      const requestId = fault === 'json-503' ? 'req-503' : undefined
      const error = endings.get(`${fault} json`)?.error
      expect(error).toMatchObject({ provider: provider.name, status, requestId })
    })

    it('E5: picks the text of an answer by the kind of its parts, and takes nothing else for one', () => {
      const said = (fault: string): string | undefined => endings.get(`${fault} json`)?.said
      const own = protocol === 'chat' ? chatKinds : messageKinds
      expect(Object.fromEntries(Object.keys(own).map((fault) => [fault, said(fault)]))).toEqual(own)
    })

    it('leaves no rejection unhandled and no prototype changed', () => {
      expect(unhandled).toEqual([])
      expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
    })
  },
)

/** Text in parts, thinking beside and instead of it, a refusal, and an answer that was cut. */
const chatKinds = {
  'content-blocks': 'answer good 1',
  'thinking-blocks-only': 'malformed reasoning-only 1',
  'thinking-closed': 'answer good 1',
  'thinking-unclosed': 'malformed reasoning-only 1',
  'reasoning-only': 'malformed reasoning-only 1',
  refusal: 'refused refused 1',
  length: 'truncated length-stop 1',
}
const messageKinds = {
  'message-thinking': 'answer good 1',
  'message-thinking-only': 'malformed reasoning-only 1',
  'message-refusal': 'refused refused 1',
  'message-length': 'truncated length-stop 1',
}

interface Trial {
  readonly provider: (options: ProviderOptions) => Completion
  readonly fault: string
  readonly mode: string
  readonly limits: { readonly deadlineMs: number; readonly idleMs: number }
}

async function callOnce(server: FaultServer, { provider, fault, mode, limits }: Trial): Promise<Ending> {
  const usage: Usage[] = []
  const complete = provider({
    model: fault,
    baseUrl: server.baseUrl,
    apiKeyEnv: null,
    ...limits,
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
