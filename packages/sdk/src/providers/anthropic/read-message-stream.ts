import type { Anthropic } from '@anthropic-ai/sdk'
import { property } from '../json-property.ts'
import type { Exchange } from '../provider.ts'
import type { Reply } from '../reply.ts'
import { streamFailure } from '../stream-failure.ts'
import { messageEnding, promptTokens } from './read-message.ts'

/**
 * Returns the reply that the events of a message stream add up to.
 * @throws ProviderError when the stream holds an error or broken JSON, or ends before the model did
 */
export async function readMessageStream(
  response: Response,
  exchange: Exchange,
  client: Anthropic,
): Promise<Reply> {
  const events = new MessageEvents(exchange)
  try {
    const { Stream } = await import('@anthropic-ai/sdk/core/streaming')
    for await (const event of Stream.fromSSEResponse(response, new AbortController(), client))
      events.add(event)
  } catch (error) {
    throw streamFailure(error, property(error, 'error'), { partialText: events.text, fail: exchange.fail })
  }
  return events.reply()
}

class MessageEvents {
  readonly #exchange: Exchange
  #text = ''
  #reasoned = false
  #promptTokens: unknown
  #stopReason: unknown

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  get text(): string {
    return this.#text
  }

  add(event: unknown): void {
    const delta = property(event, 'delta')
    switch (property(event, 'type')) {
      case 'message_start':
        this.#promptTokens = promptTokens(property(property(event, 'message'), 'usage'))
        break
      case 'content_block_start':
        this.#addBlock(property(event, 'content_block'))
        break
      case 'content_block_delta':
        this.#addText(property(delta, 'text'))
        break
      case 'message_delta':
        this.#stopReason = property(delta, 'stop_reason') ?? this.#stopReason
        this.#exchange.meter.count(this.#promptTokens, property(property(event, 'usage'), 'output_tokens'))
        break
      default:
        break
    }
  }

  reply(): Reply {
    const { fail } = this.#exchange
    if (this.#stopReason === undefined)
      throw fail('stream-cut', { what: 'ended the stream before the answer', partialText: this.#text })
    return { content: this.#text, reasoned: this.#reasoned, ending: messageEnding(this.#stopReason) }
  }

  #addBlock(block: unknown): void {
    const kind = property(block, 'type')
    if (kind === 'thinking' || kind === 'redacted_thinking') this.#reasoned = true
    if (kind === 'text') this.#addText(property(block, 'text'))
  }

  #addText(text: unknown): void {
    if (typeof text !== 'string') return
    this.#text += text
    this.#exchange.meter.receive(text)
  }
}
