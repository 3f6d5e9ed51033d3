import type { OpenAI } from 'openai'
import { property } from '../json-property.ts'
import type { Exchange } from '../provider.ts'
import type { Reply } from '../reply.ts'
import { streamFailure } from '../stream-failure.ts'
import { chatEnding, hasReasoning, joinedText } from './read-chat-text.ts'

/**
 * Returns the reply that the pieces of a chat stream add up to.
 * @throws ProviderError when the stream holds an error or broken JSON, or ends before the model did.
 */
export async function readChatStream(response: Response, exchange: Exchange, client: OpenAI): Promise<Reply> {
  const pieces = new Pieces(exchange)
  try {
    const { Stream } = await import('openai/streaming')
    for await (const event of Stream.fromSSEResponse(response, new AbortController(), client))
      pieces.add(event)
  } catch (error) {
    const body = { error: property(error, 'error') }
    throw streamFailure(error, body, { partialText: pieces.text, fail: exchange.fail })
  }
  return pieces.reply()
}

class Pieces {
  readonly #exchange: Exchange
  #content: unknown
  #refusal = ''
  #reasoned = false
  #finishReason: unknown

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  get text(): string {
    return typeof this.#content === 'string' ? this.#content : ''
  }

  add(event: unknown): void {
    const usage = property(event, 'usage')
    this.#exchange.meter.count(property(usage, 'prompt_tokens'), property(usage, 'completion_tokens'))
    const choices = property(event, 'choices')
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
    const delta = property(choice, 'delta')
    this.#addContent(joinedText(property(delta, 'content')))
    const refusal = property(delta, 'refusal')
    if (typeof refusal === 'string') this.#refusal += refusal
    this.#reasoned ||= hasReasoning(delta)
    this.#finishReason = property(choice, 'finish_reason') ?? this.#finishReason
  }

  reply(): Reply {
    if (this.#finishReason === undefined)
      throw this.#exchange.fail('stream-cut', {
        what: 'ended the stream before the answer',
        partialText: this.text,
      })
    return {
      content: this.#content,
      reasoned: this.#reasoned,
      ending: chatEnding(this.#finishReason),
      ...(this.#refusal === '' ? {} : { refusal: this.#refusal }),
    }
  }

  /** A piece that is no text stays what it is, so that the whole is refused for it. */
  #addContent(piece: unknown): void {
    if (piece === undefined || piece === null) return
    if (typeof piece !== 'string') this.#content = piece
    else if (this.#content === undefined || typeof this.#content === 'string')
      this.#content = this.text + piece
    if (typeof piece === 'string') this.#exchange.meter.receive(piece)
  }
}
