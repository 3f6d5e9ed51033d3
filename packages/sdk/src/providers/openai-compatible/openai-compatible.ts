import type { Completion, CompletionRequest } from '../../completion.ts'
import type { Exchange } from '../provider.ts'
import { completionThrough } from '../provider.ts'
import type { ProviderDefaults, ProviderOptions } from '../provider-options.ts'
import { LIBRARY_TIMEOUT_MS, resolveProviderOptions } from '../provider-options.ts'
import type { Answer } from '../reply.ts'
import { answerFrom } from '../reply.ts'
import { readChatStream } from './read-chat-stream.ts'
import { readChatText } from './read-chat-text.ts'

/** How an endpoint with OpenAI's chat API is asked. */
export interface OpenAiCompatibleOptions extends ProviderOptions {
  /** Name under which the token limit is sent; newer OpenAI models know `max_completion_tokens` only. */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  /** Further fields of the request's body, as the endpoint defines them; ours win. */
  readonly body?: Readonly<Record<string, unknown>>
}

export const openaiDefaults: ProviderDefaults = {
  provider: 'openaiCompatible',
  baseUrl: 'https://api.openai.com/v1',
  baseUrlEnv: 'OPENAI_BASE_URL',
  apiKeyEnv: 'OPENAI_API_KEY',
}

/**
 * Returns the completion of a model behind an endpoint that speaks OpenAI's chat API. Base URL and key are read at call
 * time, from `OPENAI_BASE_URL` and `OPENAI_API_KEY` unless told otherwise; a loopback endpoint needs no key.
 * @throws OptionError for an option that cannot be; calls throw OptionError `missing-key` and ProviderError.
 */
export function openaiCompatible(options: OpenAiCompatibleOptions): Completion {
  const settings = resolveProviderOptions(options, openaiDefaults)
  return completionThrough((exchange) => chat(exchange, options), settings, options.body)
}

async function chat(exchange: Exchange, options: OpenAiCompatibleOptions): Promise<Answer> {
  const { OpenAI } = await import('openai')
  const { endpoint, fetch, stream } = exchange
  const client = new OpenAI({
    apiKey: endpoint.key?.reveal() ?? 'none',
    baseURL: endpoint.baseUrl,
    fetch,
    logLevel: 'off',
    maxRetries: 0,
    timeout: LIBRARY_TIMEOUT_MS,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...(endpoint.key === undefined ? { defaultHeaders: { Authorization: null } } : {}),
  })
  const response = await client.post('/chat/completions', { body: bodyOf(exchange, options) }).asResponse()
  const isStream = stream && response.headers.get('content-type')?.includes('text/event-stream') === true
  const reply = isStream
    ? await readChatStream(response, exchange, client)
    : readChatText(await response.text(), exchange)
  return answerFrom(reply, exchange.fail)
}

function bodyOf({ endpoint, request, stream }: Exchange, options: OpenAiCompatibleOptions): object {
  const { maxTokens, temperature, stop, seed } = request
  return {
    ...options.body,
    model: endpoint.model,
    messages: messagesOf(request),
    ...(maxTokens === undefined ? {} : { [options.maxTokensField ?? 'max_tokens']: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stop === undefined ? {} : { stop }),
    ...(seed === undefined ? {} : { seed }),
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : { stream: false }),
  }
}

function messagesOf({ system, prompt }: CompletionRequest): readonly object[] {
  const user = { role: 'user', content: prompt }
  return system === undefined || system === '' ? [user] : [{ role: 'system', content: system }, user]
}
