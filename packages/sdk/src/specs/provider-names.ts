import { OptionError } from '@agentdescent/core'
import type { Completion } from '../completion.ts'
import { anthropic, anthropicDefaults } from '../providers/anthropic/anthropic.ts'
import { resolveEndpoint, shownUrlOf } from '../providers/endpoint.ts'
import { openaiCompatible, openaiDefaults } from '../providers/openai-compatible/openai-compatible.ts'
import {
  type ProviderDefaults,
  type ProviderOptions,
  resolveProviderOptions,
} from '../providers/provider-options.ts'

/** What a spec can say to any provider. */
export interface NamedProviderOptions extends ProviderOptions {
  readonly body?: Readonly<Record<string, unknown>>
}

export const providerNames = ['openai-compatible', 'anthropic'] as const

export type ProviderName = (typeof providerNames)[number]

interface NamedProvider {
  readonly defaults: ProviderDefaults
  make(options: NamedProviderOptions): Completion
}

const providers: Readonly<Record<ProviderName, NamedProvider>> = {
  'openai-compatible': { defaults: openaiDefaults, make: openaiCompatible },
  anthropic: { defaults: anthropicDefaults, make: anthropic },
}

/**
 * Returns the completion of a provider by its name in specs.
 * @throws OptionError for an option that cannot be.
 */
export function providerNamed(name: ProviderName, options: NamedProviderOptions): Completion {
  return providers[name].make(options)
}

/** What can be said of an endpoint without asking it. */
export interface EndpointFacts {
  readonly provider: ProviderName
  readonly model: string
  /** Without user, password and query; absent where the base URL is no URL. */
  readonly url?: string
  /** Variable of the key; null for an endpoint that takes none. */
  readonly apiKeyEnv: string | null
  readonly hasKey: boolean
  /** Why no request can be sent. */
  readonly obstacle?: OptionError
}

/** Returns what the environment says of the endpoint now. @throws OptionError for an option that cannot be. */
export function endpointFacts(name: ProviderName, options: NamedProviderOptions): EndpointFacts {
  const { endpoint: settings } = resolveProviderOptions(options, providers[name].defaults)
  const { apiKeyEnv, model } = settings
  const known = { provider: name, model, apiKeyEnv }
  try {
    const { shownUrl, key } = resolveEndpoint(settings)
    return { ...known, url: shownUrl, hasKey: key !== undefined }
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    const url = shownUrlOf(settings)
    return { ...known, ...(url === undefined ? {} : { url }), hasKey: false, obstacle: error }
  }
}
