import { statedFailure } from '../http-failure.ts'
import { property } from '../json-property.ts'
import { parsedBody } from '../parsed-body.ts'
import type { Exchange } from '../provider.ts'
import type { Ending, Reply } from '../reply.ts'

/**
 * Returns the reply in the body of a message: the text of its text blocks, joined.
 * @throws ProviderError when the body is empty, a web page, broken JSON or an error
 */
export function readMessage(body: string, { fail, meter }: Exchange): Reply {
  const parsed = parsedBody(body, fail)
  const usage = property(parsed, 'usage')
  meter.count(promptTokens(usage), property(usage, 'output_tokens'))
  const stated = statedFailure(parsed)
  if (stated !== undefined) throw fail(stated.code, stated)
  const blocks = property(parsed, 'content')
  const content = textOf(blocks)
  if (typeof content === 'string') meter.receive(content)
  return { content, reasoned: hasThinking(blocks), ending: messageEnding(property(parsed, 'stop_reason')) }
}

export function messageEnding(reason: unknown): Ending {
  if (reason === 'end_turn') return 'stop'
  if (reason === 'stop_sequence') return 'stop-sequence'
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length'
  return reason === 'refusal' ? 'refused' : { unknown: reason }
}

/** What was read from the cache or written into it was sent as well, and counts as prompt. */
export function promptTokens(usage: unknown): unknown {
  const input = property(usage, 'input_tokens')
  if (typeof input !== 'number') return undefined
  const cached = ['cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) =>
    property(usage, name),
  )
  return cached.reduce<number>((sum, tokens) => sum + (typeof tokens === 'number' ? tokens : 0), input)
}

function textOf(blocks: unknown): unknown {
  if (!Array.isArray(blocks)) return undefined
  const texts = blocks
    .filter((block) => property(block, 'type') === 'text')
    .map((block) => property(block, 'text'))
  const odd = texts.find((text) => typeof text !== 'string')
  return odd === undefined ? texts.join('') : odd
}

function hasThinking(blocks: unknown): boolean {
  const kinds = Array.isArray(blocks) ? blocks.map((block) => property(block, 'type')) : []
  return kinds.some((kind) => kind === 'thinking' || kind === 'redacted_thinking')
}
