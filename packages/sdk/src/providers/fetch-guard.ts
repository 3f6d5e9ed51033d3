import type { Clock } from '@agentdescent/core'
import type { FailureFacts } from './failures.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { httpFailure } from './http-failure.ts'
import { property } from './json-property.ts'
import type { ProviderError } from './provider-error.ts'
import type { ProviderCode } from './provider-failure.ts'

export interface FetchGuardOptions {
  readonly limits: FetchLimits
  readonly clock: Clock
  /** Time on the clock at which the request is stopped. */
  readonly deadlineAt: number
  /** The caller's signal. */
  readonly signal: AbortSignal
  readonly fail: (code: ProviderCode, facts: FailureFacts) => ProviderError
}

/** How far a request came: a provider may bill tokens for one that it has and did not refuse. */
export type RequestProgress = 'unsent' | 'sent' | 'refused' | 'accepted'

type BodyReader = ReadableStreamDefaultReader<Uint8Array>

/** As much of a refusal as is read for its reason. */
const REFUSAL_BYTES = 16_384

/**
 * Guards one request: a deadline over headers and body, an idle deadline that each piece of the body re-arms, a byte
 * cap, no redirects, and a class for every status that is no success. A client library is given `fetch`; whatever it
 * makes of a failure, `verdict` tells what happened.
 */
export class FetchGuard implements Disposable {
  readonly #options: FetchGuardOptions
  readonly #request = new AbortController()
  readonly #timers = new AbortController()
  #failure: unknown
  #progress: RequestProgress = 'unsent'

  constructor(options: FetchGuardOptions) {
    this.#options = options
    const { clock, deadlineAt, limits, signal, fail } = options
    if (signal.aborted) this.#onAbort()
    signal.addEventListener('abort', this.#onAbort, { once: true })
    const what = `gave no whole answer within ${limits.deadlineMs} ms`
    const leftMs = Math.max(0, deadlineAt - clock.now())
    this.#stopAfter(clock.sleep(leftMs, this.#timers.signal), () => fail('deadline-exceeded', { what }))
  }

  /** Stands in for the global `fetch`, for one request. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    this.throwIfFailed()
    const response = await this.#send(input, init)
    if (!response.ok) throw this.#stop(await this.#refusal(response))
    this.#progress = 'accepted'
    if (response.body === null) return response
    const { status, statusText, headers } = response
    return new Response(this.#guarded(response.body), { status, statusText, headers })
  }

  get progress(): RequestProgress {
    return this.#progress
  }

  /** Returns what went wrong in truth, or `error` when the guard saw nothing wrong. */
  verdict(error: unknown): unknown {
    return this.#failure ?? error
  }

  /** Throws a failure that a client library may have swallowed. */
  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  [Symbol.dispose](): void {
    this.#timers.abort()
    this.#options.signal.removeEventListener('abort', this.#onAbort)
    this.#request.abort()
  }

  readonly #onAbort = (): void => {
    this.#stop(this.#options.signal.reason)
  }

  async #send(input: string | URL | Request, init: RequestInit | undefined): Promise<Response> {
    this.#progress = 'sent'
    try {
      return await fetch(input, { ...init, redirect: 'manual', signal: this.#request.signal })
    } catch (error) {
      throw this.#stop(this.#connectionFailure(error))
    }
  }

  #connectionFailure(error: unknown): ProviderError {
    const reason = property(property(error, 'cause'), 'code') ?? property(error, 'code')
    const code = typeof reason === 'string' ? reason : 'no reason given'
    if (!isBeforeRequest(code)) return this.#options.fail('connection-lost', { what: `broke off (${code})` })
    this.#progress = 'unsent'
    return this.#options.fail('connection-failed', { what: `cannot be reached (${code})` })
  }

  async #refusal(response: Response): Promise<ProviderError> {
    this.#progress = 'refused'
    const body = response.body === null ? '' : await firstText(this.#guarded(response.body), REFUSAL_BYTES)
    const { code, ...facts } = httpFailure(response, body)
    return this.#options.fail(code, facts)
  }

  #guarded(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const { limits, fail } = this.#options
    const reader = body.getReader()
    let bytes = 0
    let isCancelled = false
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = await this.#read(reader)
          if (isCancelled) return
          if (done) return controller.close()
          bytes += value.byteLength
          const what = `sent more than ${limits.maxBytes} bytes`
          if (bytes > limits.maxBytes) throw fail('answer-too-large', { what })
          controller.enqueue(value)
        } catch (error) {
          if (!isCancelled) controller.error(this.#stop(error))
        }
      },
      cancel: async (reason) => {
        isCancelled = true
        await reader.cancel(reason)
      },
    })
  }

  async #read(reader: BodyReader): ReturnType<BodyReader['read']> {
    const { clock, limits, fail } = this.#options
    const idle = new AbortController()
    const what = `fell silent for ${limits.idleMs} ms in the middle of an answer`
    this.#stopAfter(clock.sleep(limits.idleMs, idle.signal), () => fail('stalled', { what }))
    try {
      return await reader.read()
    } catch (error) {
      throw this.#connectionFailure(error)
    } finally {
      idle.abort()
    }
  }

  /** Ends the request when `timer` runs out; a timer that is aborted ends nothing. */
  #stopAfter(timer: Promise<void>, reason: () => unknown): void {
    timer.then(
      () => this.#stop(reason()),
      () => undefined,
    )
  }

  /** Keeps the first reason and returns it. */
  #stop(reason: unknown): unknown {
    this.#failure ??= reason
    this.#request.abort(this.#failure)
    return this.#failure
  }
}

/** True when no byte of the request can have been read by the provider. */
function isBeforeRequest(code: string): boolean {
  return (
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code) ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    code.includes('CERT') ||
    code.startsWith('ERR_TLS')
  )
}

/** Returns the beginning of a body as text; a body that breaks off ends where it does. */
async function firstText(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let bytes = 0; bytes < maxBytes; ) {
      const { done, value } = await reader.read()
      if (done) break
      bytes += value.byteLength
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return text
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  return text
}
