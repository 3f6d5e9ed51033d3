import type { FailureFacts } from './failures.ts'
import { property } from './json-property.ts'
import { retryAfterMs } from './retry-after.ts'
import type { ProviderCode } from './provider-failure.ts'

/** A failure that the provider put into words. */
export interface StatedFailure extends FailureFacts {
  readonly code: ProviderCode
}

/** As much of a provider's own words as an error quotes. */
const QUOTED_CHARS = 400

/** Returns the class of a status that is no success, from its headers and the beginning of its body. */
export function httpFailure(response: Response, body: string): StatedFailure {
  const { status, headers } = response
  const stated = statedError(parsed(body))
  const code = codeOf(status, stated)
  const waitMs = retryAfterMs(headers, Date.now())
  const requestId = headers.get('x-request-id') ?? headers.get('request-id')
  const may = headers.get('x-should-retry')
  return {
    code,
    status,
    what: [
      `answered ${status}`,
      target(headers, status),
      quoted(stated?.message ?? body),
      waiting(waitMs),
    ].join(''),
    ...(requestId === null ? {} : { requestId }),
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
    ...(may === 'true' || may === 'false' ? { retryable: may === 'true' } : {}),
  }
}

/** Returns the class of an error object that arrived where an answer belongs, or `undefined` when it is none. */
export function statedFailure(parsedBody: unknown): StatedFailure | undefined {
  const stated = statedError(parsedBody)
  if (stated === undefined) return undefined
  return { code: codeOf(200, stated), what: `answered with an error${quoted(stated.message)}` }
}

/** Returns the text as part of a message: one line, no control characters, at most 400 characters. */
export function quoted(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  if (line === '') return ''
  return `: ${JSON.stringify(line.length > QUOTED_CHARS ? `${line.slice(0, QUOTED_CHARS)}...` : line)}`
}

interface StatedError {
  readonly message: string
  /** The provider's own codes and types, joined. */
  readonly kind: string
}

function statedError(body: unknown): StatedError | undefined {
  const error = property(body, 'error')
  if (error === undefined || error === null || error === false) return undefined
  if (typeof error === 'string') return { message: error, kind: '' }
  const message = property(error, 'message')
  const kind = [property(error, 'code'), property(error, 'type')].filter((part) => typeof part === 'string')
  return { message: typeof message === 'string' ? message : JSON.stringify(error), kind: kind.join(' ') }
}

function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return value
  } catch {
    return undefined
  }
}

function codeOf(status: number, stated: StatedError | undefined): ProviderCode {
  const kind = stated?.kind ?? ''
  const message = stated?.message.toLowerCase() ?? ''
  if (status === 402 || kind.includes('quota') || kind.includes('billing')) return 'quota-exhausted'
  if (message.includes('credit balance')) return 'quota-exhausted'
  if (kind.includes('content_filter') || kind.includes('content_policy')) return 'content-filtered'
  if (kind.includes('context_length') || message.includes('context length')) return 'context-too-long'
  if (status !== 200) return codeOfStatus(status)
  if (kind.includes('rate_limit')) return 'rate-limited'
  if (kind.includes('api_key') || kind.includes('authentication')) return 'unauthorized'
  return 'server-error'
}

function codeOfStatus(status: number): ProviderCode {
  if (status < 400) return 'redirected'
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'model-not-found'
  if (status === 429) return 'rate-limited'
  if (status >= 500 || [408, 409, 425].includes(status)) return 'server-error'
  return 'bad-request'
}

function target(headers: Headers, status: number): string {
  const location = headers.get('location')
  return status < 400 && location !== null ? ` to ${quoted(location).slice(2)}` : ''
}

function waiting(waitMs: number | undefined): string {
  return waitMs === undefined ? '' : ` and asks to wait ${Math.ceil(waitMs / 1000)} s`
}
