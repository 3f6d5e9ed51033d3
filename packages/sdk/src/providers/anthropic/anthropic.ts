import type * as AnthropicPackage from '@anthropic-ai/sdk'
import { OptionError } from '@agentdescent/core'
import type { Completion } from '../../completion.ts'
import type { Exchange } from '../provider.ts'
import { completionThrough } from '../provider.ts'
import type { ProviderDefaults, ProviderOptions } from '../provider-options.ts'
import { LIBRARY_TIMEOUT_MS, resolveProviderOptions } from '../provider-options.ts'
import type { Answer } from '../reply.ts'
import { answerFrom } from '../reply.ts'
import { readMessage } from './read-message.ts'
import { readMessageStream } from './read-message-stream.ts'

/** How a Claude model is asked. */
export interface AnthropicOptions extends ProviderOptions {
  /** Tokens an answer may have when the request does not say so, for this API wants a number; default 4096. */
  readonly maxTokens?: number
  /** Further fields of the request's body, as the API defines them; ours win. */
  readonly body?: Readonly<Record<string, unknown>>
}

const ROOM = 4096

export const anthropicDefaults: ProviderDefaults = {
  provider: 'anthropic',
  baseUrl: 'https://api.anthropic.com',
  baseUrlEnv: 'ANTHROPIC_BASE_URL',
  apiKeyEnv: 'ANTHROPIC_API_KEY',
}

/**
 * Returns the completion of a model behind Anthropic's messages API, by way of the package `@anthropic-ai/sdk`, which
 * has to be installed. Base URL and key are read at call time, from `ANTHROPIC_BASE_URL` and `ANTHROPIC_API_KEY` unless
 * told otherwise. The API knows no seed, so a request's seed is not sent.
 * @throws OptionError for an option that cannot be; calls throw OptionError `missing-package` or `missing-key`, and
 *   ProviderError.
 */
export function anthropic(options: AnthropicOptions): Completion {
  const settings = resolveProviderOptions(options, anthropicDefaults)
  return completionThrough((exchange) => message(exchange, options), settings, [
    options.maxTokens,
    options.body,
  ])
}

async function message(exchange: Exchange, options: AnthropicOptions): Promise<Answer> {
  const { Anthropic } = await installed()
  const { endpoint, fetch, stream } = exchange
  const client = new Anthropic({
    apiKey: endpoint.key?.reveal() ?? 'none',
    baseURL: endpoint.baseUrl,
    fetch,
    logLevel: 'off',
    maxRetries: 0,
    timeout: LIBRARY_TIMEOUT_MS,
    webhookKey: null,
    ...(endpoint.key === undefined ? { defaultHeaders: { Authorization: null } } : {}),
  })
  const response = await client.post('/v1/messages', { body: bodyOf(exchange, options) }).asResponse()
  const isStream = stream && response.headers.get('content-type')?.includes('text/event-stream') === true
  const reply = isStream
    ? await readMessageStream(response, exchange, client)
    : readMessage(await response.text(), exchange)
  return answerFrom(reply, exchange.fail)
}

async function installed(): Promise<typeof AnthropicPackage> {
  try {
    return await import('@anthropic-ai/sdk')
  } catch (error) {
    throw new OptionError({
      code: 'missing-package',
      argument: 'provider',
      value: '@anthropic-ai/sdk',
      message: 'anthropic() needs the package @anthropic-ai/sdk, which cannot be loaded.',
      fix: 'Install it: npm install @anthropic-ai/sdk',
      cause: error,
    })
  }
}

function bodyOf({ endpoint, request, stream }: Exchange, options: AnthropicOptions): object {
  const { maxTokens, prompt, stop, system, temperature } = request
  return {
    ...options.body,
    model: endpoint.model,
    max_tokens: maxTokens ?? options.maxTokens ?? ROOM,
    messages: [{ role: 'user', content: prompt }],
    ...(system === undefined || system === '' ? {} : { system }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stop === undefined ? {} : { stop_sequences: stop }),
    stream,
  }
}
