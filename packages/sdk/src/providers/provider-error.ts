import { BackendError } from '@agentdescent/core'
import type { ProviderCode, ProviderFailure } from './provider-failure.ts'

export interface ProviderErrorDetails {
  readonly code: ProviderCode
  readonly failure: ProviderFailure
  readonly message: string
  readonly argument?: string
  readonly value?: string
  readonly fix?: string
  readonly provider: string
  readonly retryable: boolean
  readonly terminal: boolean
  readonly status?: number
  readonly requestId?: string
  readonly retryAfterMs?: number
  readonly partialText?: string
  readonly cause?: ProviderError
}

/** A provider gave no answer; `failure` is the class, `code` the case. Holds no key and no part of one. */
export class ProviderError extends BackendError {
  readonly failure: ProviderFailure
  readonly provider: string
  /** Another attempt at the same request may succeed. */
  readonly retryable: boolean
  /** No request to this endpoint can succeed until somebody acts. */
  override readonly terminal: boolean
  /** A provider repeats its own requests. */
  override readonly repeated: boolean = true
  /** HTTP status, when there was one. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** What had arrived of an answer that broke off: evidence for a reader, never an answer. */
  readonly partialText: string | undefined

  readonly #details: ProviderErrorDetails

  constructor(details: ProviderErrorDetails) {
    super(details)
    this.#details = details
    this.failure = details.failure
    this.provider = details.provider
    this.retryable = details.retryable
    this.terminal = details.terminal
    this.status = details.status
    this.requestId = details.requestId
    this.retryAfterMs = details.retryAfterMs
    this.partialText = details.partialText
  }

  /** Returns the same error as one that no further request can mend, with what shows that. */
  asTerminal(why: string): ProviderError {
    return new ProviderError({
      ...this.#details,
      message: `${this.#details.message} ${why}`,
      terminal: true,
      retryable: false,
      cause: this,
    })
  }
}
