import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Completion, OpenAiCompatibleOptions, Usage, WaitNotice } from '../src/index.ts'
import { anthropic, openaiCompatible } from '../src/index.ts'
import { FaultServer } from './faults/fault-server.ts'

const CANARY = 'sk-canary-Hk83mZq0TtW5vB2xY7nL'
let server: FaultServer
const reported: Usage[] = []
const context = (signal = new AbortController().signal): Parameters<Completion>[1] => ({
  signal,
  report: (usage) => void reported.push(usage),
})

beforeAll(async () => {
  server = await FaultServer.start()
})
afterEach(() => {
  vi.unstubAllEnvs()
  reported.length = 0
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

function model(name: string, options: Partial<OpenAiCompatibleOptions> = {}): Completion {
  return openaiCompatible({ model: name, baseUrl: server.baseUrl, deadlineMs: 10_000, ...options })
}

async function failureOf(complete: Completion): Promise<Error> {
  try {
    await complete({ prompt: 'x' }, context())
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('the call did not fail')
}

describe('what a user reads', () => {
  it.each([
    {
      fault: 'page-200',
      sentence:
        'answered with a web page: "<html><body>sign in</body></html>". Point baseUrl at the root of the API, as in https://api.openai.com/v1.',
    },
    {
      fault: 'zero-bytes',
      sentence:
        'answered with 0 bytes. Point baseUrl at the root of the API, as in https://api.openai.com/v1.',
    },
    {
      fault: 'key-403',
      sentence: 'answered 403: "not for you". Put a key that this endpoint accepts into OPENAI_API_KEY.',
    },
    { fault: 'model-404', sentence: 'answered 404: "no such model". Name a chat model that URL serves.' },
    {
      fault: 'rate-bare',
      sentence: 'answered 429: "slow down". Use fewer workers or wait until the limit is lifted.',
    },
    {
      fault: 'rate-hour',
      sentence:
        'answered 429: "slow down" and asks to wait 3600 s. Use fewer workers or wait until the limit is lifted.',
    },
    {
      fault: 'redirect',
      sentence:
        'answered 307 to "http://127.0.0.1:1/steal". Point baseUrl at the root of the API, as in https://api.openai.com/v1.',
    },
  ])('is one sentence and the fix: $fault', async ({ fault, sentence }) => {
    const error = await failureOf(model(fault, { retry: { attempts: 2, baseMs: 1, capMs: 1 } }))
    expect(error.message.replaceAll(server.baseUrl, 'URL')).toBe(`openaiCompatible at URL ${sentence}`)
  })

  it('says what could not be reached', async () => {
    const error = await failureOf(model('good', { baseUrl: await closedUrl(), retry: { attempts: 1 } }))
    expect(error).toMatchObject({ code: 'connection-failed', failure: 'transient', argument: 'baseUrl' })
    expect(error.message).toContain('cannot be reached (ECONNREFUSED)')
    expect(reported).toEqual([])
  })

  it.each([
    { complete: () => openaiCompatible, name: 'OPENAI' },
    { complete: () => anthropic, name: 'ANTHROPIC' },
  ])('names the variable of a missing key before any request: $name', async ({ complete, name }) => {
    vi.stubEnv(`${name}_API_KEY`, '')
    vi.stubEnv(`${name}_BASE_URL`, 'http://192.0.2.1/v1')
    const error = await failureOf(complete()({ model: 'm' }))
    expect(error).toMatchObject({ code: 'missing-key', argument: 'apiKeyEnv', value: `${name}_API_KEY` })
    expect(reported).toEqual([])
  })

  it.each([
    { options: { model: ' ' }, argument: 'model' },
    { options: { model: 'm', deadlineMs: 0 }, argument: 'deadlineMs' },
    { options: { model: 'm', maxBytes: Number.NaN }, argument: 'maxBytes' },
    { options: { model: 'm', retry: { attempts: -1 } }, argument: 'retry.attempts' },
  ])('refuses the option $argument when the provider is made', ({ options, argument }) => {
    expect(() => openaiCompatible(options)).toThrow(
      expect.objectContaining({ code: 'bad-provider-option', argument }),
    )
  })
})

describe('a key', () => {
  it.each([
    { name: 'openaiCompatible', provider: openaiCompatible },
    { name: 'anthropic', provider: anthropic },
  ])('is sent by $name and shown nowhere, however the endpoint echoes it', async ({ provider }) => {
    vi.stubEnv('CANARY_KEY', CANARY)
    vi.stubEnv('OPENAI_LOG', 'debug')
    vi.stubEnv('ANTHROPIC_LOG', 'debug')
    const printed: string[] = []
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...parts) => void printed.push(inspect(parts))),
    )
    const complete = provider({ model: 'key-401', baseUrl: server.baseUrl, apiKeyEnv: 'CANARY_KEY' })
    const error = await failureOf(complete)
    for (const spy of spies) spy.mockRestore()
    expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${CANARY}`)
    const shown = [
      inspect(error, { depth: null, showHidden: true }),
      inspect(complete, { depth: null, showHidden: true }),
      JSON.stringify(error),
      String(error.stack),
      ...printed,
    ].join('\n')
    for (let start = 0; start + 6 <= CANARY.length; start += 1)
      expect(shown).not.toContain(CANARY.slice(start, start + 6))
    expect(shown).not.toContain(Buffer.from(CANARY).toString('base64').slice(4, 16))
    expect(shown).not.toContain(CANARY.slice(-4))
  })

  it('is not sent when none is set, and no other variable goes along', async () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    vi.stubEnv('OPENAI_ORG_ID', 'org-secret')
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-secret')
    vi.stubEnv('ANTHROPIC_API_KEY', '')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'secret-token')
    for (const provider of [openaiCompatible, anthropic]) {
      await provider({ model: 'model-404', baseUrl: server.baseUrl })({ prompt: 'x' }, context()).catch(
        () => undefined,
      )
      const { headers } = server.seen.at(-1) ?? {}
      expect(headers?.authorization).toBeUndefined()
      expect(JSON.stringify(headers)).not.toContain('secret')
    }
  })

  it('is read anew for every call', async () => {
    const complete = model('good', { apiKeyEnv: 'ROTATING_KEY' })
    for (const key of ['first-key', 'second-key']) {
      vi.stubEnv('ROTATING_KEY', key)
      await complete({ prompt: 'x' }, context())
      expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${key}`)
    }
  })
})

describe('a call', () => {
  it('sends what it was asked to send, and our fields win', async () => {
    const complete = model('good', {
      maxTokensField: 'max_completion_tokens',
      body: { model: 'other', top_p: 0.5, stream: true },
    })
    const request = { system: 's', prompt: 'p', maxTokens: 7, temperature: 0, stop: ['x'], seed: 3 }
    expect(await complete(request, context())).toEqual({
      text: 'good',
      finishReason: 'stop',
      usage: { requests: 1, promptTokens: 3, completionTokens: 2 },
    })
    expect(server.seen.at(-1)?.body).toEqual({
      model: 'good',
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'p' },
      ],
      max_completion_tokens: 7,
      temperature: 0,
      stop: ['x'],
      seed: 3,
      top_p: 0.5,
      stream: false,
    })
  })

  it.each(['silent', 'headers-only', 'drip', 'stream-comments', 'rate-seconds'])(
    'ends within 100 ms of an abort, with its reason: %s',
    async (fault) => {
      const delays: number[] = []
      for (let turn = 0; turn < 3; turn += 1) {
        const stop = new AbortController()
        const reason = new Error('enough')
        const before = server.of(fault).length
        const calling = model(fault, { stream: true })({ prompt: 'x' }, context(stop.signal))
        await expect.poll(() => server.of(fault).length, { timeout: 5000 }).toBeGreaterThan(before)
        const abortedAt = performance.now()
        stop.abort(reason)
        await expect(calling).rejects.toBe(reason)
        delays.push(performance.now() - abortedAt)
      }
      expect(Math.min(...delays)).toBeLessThan(100)
      expect(reported).toHaveLength(server.of(fault, true).length)
    },
  )

  it('waits between its requests, tells of it, and counts each (D1, D2, B6)', async () => {
    const notices: WaitNotice[] = []
    const complete = model('rate-milliseconds*2', {
      retry: { attempts: 3, baseMs: 40 },
      onWait: (notice) => notices.push(notice),
    })
    expect((await complete({ prompt: 'x' }, context())).text).toBe('good')
    const seen = server.of('rate-milliseconds*2')
    expect(seen).toHaveLength(3)
    expect(notices.map(({ attempt }) => attempt)).toEqual([1, 2])
    const gaps = seen.slice(1).map(({ atMs }, index) => atMs - (seen[index]?.atMs ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(19)
    expect(reported.map(({ requests }) => requests)).toEqual([1, 1, 1])
  })

  it('is turned away unasked while the provider cools down, and only then', async () => {
    const complete = model('rate-hour')
    await failureOf(complete)
    await failureOf(complete)
    expect(server.of('rate-hour').length).toBe(2)
    const before = server.of('rate-hour').length
    await failureOf(complete)
    expect(server.of('rate-hour')).toHaveLength(before)
  })

  it('does not start after its signal has aborted', async () => {
    const before = server.seen.length
    await expect(model('good')({ prompt: 'x' }, context(AbortSignal.abort()))).rejects.toThrow(/abort/i)
    expect(server.seen).toHaveLength(before)
  })
})

/** A loopback URL on which nobody listens. */
async function closedUrl(): Promise<string> {
  await using gone = await FaultServer.start()
  return gone.baseUrl
}
