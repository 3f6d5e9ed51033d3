import type { Clock } from '@agentdescent/core'
import { OptionError } from '@agentdescent/core'
import { systemClock } from '../system-clock.ts'
import type { EndpointSettings } from './endpoint.ts'
import type { RetryPolicy, WaitNotice } from './retry.ts'
import { defaultRetryPolicy } from './retry.ts'

/** The guard keeps the deadline; a client library's own timer must not come before it. */
export const LIBRARY_TIMEOUT_MS: number = 2 ** 31 - 1

/** What every provider behind an HTTP endpoint can be told. */
export interface ProviderOptions {
  /** Name of the model, as the endpoint spells it. */
  readonly model: string
  /** Root of the API; read from the provider's variable at call time when absent. */
  readonly baseUrl?: string
  /** Name of the variable that holds the key, read at call time; null for an endpoint that takes no key. */
  readonly apiKeyEnv?: string | null
  /** For a whole call, waits and repeated requests included; 120,000 when absent. */
  readonly deadlineMs?: number
  /** Longest silence in the middle of an answer; 30,000 when absent. */
  readonly idleMs?: number
  /** Largest answer, after decompression; 8 MiB when absent. */
  readonly maxBytes?: number
  /** After so long, and ten calls in a row, without an answer the endpoint counts as down, which ends a run; 30,000 when absent. */
  readonly outageMs?: number
  /** Has the answer sent piece by piece. The call still returns it whole. */
  readonly stream?: boolean
  readonly retry?: Partial<RetryPolicy>
  /** Seed of the waits between repeated requests; 0 when absent. */
  readonly seed?: number
  /** The host's clock when absent. */
  readonly clock?: Clock
  /** Told before every wait. */
  readonly onWait?: (notice: WaitNotice) => void
}

/** What a protocol knows of itself. */
export interface ProviderDefaults {
  readonly provider: string
  readonly baseUrl: string
  readonly baseUrlEnv: string
  readonly apiKeyEnv: string
}

/** The options with their defaults, checked. */
export interface ProviderSettings {
  readonly endpoint: EndpointSettings
  readonly retry: RetryPolicy
  readonly clock: Clock
  readonly outageMs: number
  readonly stream: boolean
  readonly seed: number
  readonly onWait?: (notice: WaitNotice) => void
}

/** @throws OptionError `bad-provider-option` for an empty model or a limit that is no positive number. */
export function resolveProviderOptions(
  options: ProviderOptions,
  defaults: ProviderDefaults,
): ProviderSettings {
  const { model, baseUrl, onWait } = options
  const { provider } = defaults
  if (typeof model !== 'string' || model.trim() === '')
    throw refused({ provider, argument: 'model', value: model, fix: 'Name it as the endpoint spells it.' })
  const positive = (name: string, value: number): number => {
    if (Number.isFinite(value) && value > 0) return value
    throw refused({ provider, argument: name, value, fix: 'Give a number above 0.' })
  }
  const retry = { ...defaultRetryPolicy, ...options.retry }
  return {
    endpoint: {
      provider,
      model,
      baseUrlEnv: defaults.baseUrlEnv,
      defaultBaseUrl: defaults.baseUrl,
      apiKeyEnv: options.apiKeyEnv === undefined ? defaults.apiKeyEnv : options.apiKeyEnv,
      limits: {
        deadlineMs: positive('deadlineMs', options.deadlineMs ?? 120_000),
        idleMs: positive('idleMs', options.idleMs ?? 30_000),
        maxBytes: positive('maxBytes', options.maxBytes ?? 8 * 1024 * 1024),
      },
      ...(baseUrl === undefined ? {} : { baseUrl }),
    },
    retry: {
      attempts: positive('retry.attempts', retry.attempts),
      baseMs: positive('retry.baseMs', retry.baseMs),
      capMs: positive('retry.capMs', retry.capMs),
      maxRetryAfterMs: positive('retry.maxRetryAfterMs', retry.maxRetryAfterMs),
    },
    clock: options.clock ?? systemClock,
    outageMs: positive('outageMs', options.outageMs ?? 30_000),
    stream: options.stream ?? false,
    seed: options.seed ?? 0,
    ...(onWait === undefined ? {} : { onWait }),
  }
}

interface Refusal {
  readonly provider: string
  readonly argument: string
  readonly value: unknown
  readonly fix: string
}

function refused({ provider, argument, value, fix }: Refusal): OptionError {
  return new OptionError({
    code: 'bad-provider-option',
    argument,
    value: String(value),
    message: `${provider}() got ${argument}: ${JSON.stringify(value) ?? String(value)}.`,
    fix,
  })
}
