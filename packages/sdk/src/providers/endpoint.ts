import { OptionError } from '@agentdescent/core'
import process from 'node:process'
import type { FetchLimits } from './fetch-limits.ts'
import { Secret } from './secret.ts'
import { answerMask, secretMask } from './secret-mask.ts'

/** Where a provider listens and with which key, read at the time of a call. */
export interface Endpoint {
  readonly provider: string
  readonly model: string
  readonly baseUrl: string
  /** The base URL without user, password and query, for messages. */
  readonly shownUrl: string
  /** What a base URL of this provider looks like. */
  readonly exampleUrl: string
  /** Name of the variable that holds the key; null when the endpoint takes none. */
  readonly apiKeyEnv: string | null
  readonly key: Secret | undefined
  readonly limits: FetchLimits
  /** Hides the key in a message. */
  readonly mask: (text: string) => string
  /** Hides the key in an answer. */
  readonly maskAnswer: (text: string) => string
}

export interface EndpointSettings {
  readonly provider: string
  readonly model: string
  /** Wins over the variable. */
  readonly baseUrl?: string
  readonly baseUrlEnv: string
  readonly defaultBaseUrl: string
  readonly apiKeyEnv: string | null
  readonly limits: FetchLimits
}

/**
 * Returns the endpoint as the environment describes it now.
 * @throws OptionError `missing-key` when no key is set, unless the host is loopback or `apiKeyEnv` is null;
 *   `bad-base-url` when the base URL is no http(s) URL.
 */
export function resolveEndpoint(settings: EndpointSettings): Endpoint {
  const { provider, model, apiKeyEnv, limits } = settings
  const baseUrl = settings.baseUrl ?? variable(settings.baseUrlEnv) ?? settings.defaultBaseUrl
  const url = parsedUrl(baseUrl, settings)
  const key = apiKeyEnv === null ? undefined : keyIn(apiKeyEnv)
  const shownUrl = `${url.origin}${url.pathname}`
  if (key === undefined && apiKeyEnv !== null && !isLoopback(url.hostname))
    throw new OptionError({
      code: 'missing-key',
      argument: 'apiKeyEnv',
      value: apiKeyEnv,
      message: `${provider} needs a key for ${shownUrl}, and the variable ${apiKeyEnv} is not set.`,
      fix: `Set ${apiKeyEnv}, name another variable in apiKeyEnv, or give apiKeyEnv: null for an endpoint without keys.`,
    })
  return {
    provider,
    model,
    baseUrl,
    shownUrl,
    exampleUrl: settings.defaultBaseUrl,
    apiKeyEnv,
    key: key === undefined ? undefined : new Secret(key),
    limits,
    mask: secretMask(key),
    maskAnswer: answerMask(key),
  }
}

/** Returns where requests would go, as the environment says now, key or none; undefined where the base URL is no URL. */
export function shownUrlOf(settings: EndpointSettings): string | undefined {
  try {
    return resolveEndpoint({ ...settings, apiKeyEnv: null }).shownUrl
  } catch (error) {
    if (error instanceof OptionError) return undefined
    throw error
  }
}

/** A key travels in a header, so anything but visible ASCII is a mistake, and would be quoted by the error of a header. */
function keyIn(apiKeyEnv: string): string | undefined {
  const key = variable(apiKeyEnv)
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return key
  throw new OptionError({
    code: 'bad-key',
    argument: 'apiKeyEnv',
    value: apiKeyEnv,
    message: `The variable ${apiKeyEnv} holds blanks, line breaks or characters that no key has.`,
    fix: `Set ${apiKeyEnv} to the key alone.`,
  })
}

/** An empty variable is an unset one. */
function variable(name: string): string | undefined {
  const value = process.env[name]?.trim()
  return value === '' ? undefined : value
}

function parsedUrl(text: string, { baseUrl, baseUrlEnv }: EndpointSettings): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const argument = baseUrl === undefined ? baseUrlEnv : 'baseUrl'
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    throw new OptionError({
      code: 'bad-base-url',
      argument,
      value: url.host,
      message: `${argument} for ${url.host} holds a user or a password.`,
      fix: 'Leave them out and name the variable of the key in apiKeyEnv.',
    })
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new OptionError({
    code: 'bad-base-url',
    argument,
    value: text,
    message: `${argument} is ${JSON.stringify(text)}, which is no http or https URL.`,
    fix: 'Give one such as https://api.example.com/v1.',
  })
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
