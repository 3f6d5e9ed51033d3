import { errorBody, openStream, sendJson } from './answers.ts'
import type { FaultExchange } from './exchange.ts'

/** Answers of Anthropic's messages API, right and wrong, by name. */
export const messageFaults: readonly (readonly [string, (exchange: FaultExchange) => void])[] = [
  ['message-good', message([text('go'), text('od')], 'end_turn')],
  ['message-stop-sequence', message([text('good')], 'stop_sequence')],
  ['message-thinking', message([{ type: 'thinking', thinking: 'hm' }, text('good')], 'end_turn')],
  ['message-thinking-only', message([{ type: 'redacted_thinking', data: 'x' }], 'end_turn')],
  ['message-empty', message([], 'end_turn')],
  ['message-refusal', message([text('I can')], 'refusal')],
  ['message-length', message([text('{"edit": "un')], 'max_tokens')],
  ['message-tool', message([text('good')], 'tool_use')],
  ['message-error-200', (exchange) => sendJson(exchange, 200, { body: overloaded })],
  ['message-overloaded-529', (exchange) => sendJson(exchange, 529, { body: overloaded })],
  [
    'message-credit-400',
    (exchange) => sendJson(exchange, 400, { body: errorBody('Your credit balance is too low') }),
  ],
  ['message-stream-error', partly((exchange) => event(exchange, { ...overloaded, type: 'error' }))],
  [
    'message-stream-bad-json',
    partly(({ response }) => response.write('event: message_delta\ndata: {"ty\n\n')),
  ],
  ['message-stream-ends-early', partly(() => undefined)],
]

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
const usage = {
  input_tokens: 1,
  cache_read_input_tokens: 1,
  cache_creation_input_tokens: 1,
  output_tokens: 2,
}

interface Block {
  readonly type: string
  readonly [field: string]: unknown
}

function text(words: string): Block {
  return { type: 'text', text: words }
}

function message(content: readonly Block[], stopReason: string): (exchange: FaultExchange) => void {
  return (exchange) => {
    exchange.seen.billed += 5
    if (!exchange.seen.stream)
      return sendJson(exchange, 200, { body: { type: 'message', content, stop_reason: stopReason, usage } })
    openStream(exchange)
    event(exchange, {
      type: 'message_start',
      message: { content: [], usage: { ...usage, output_tokens: 1 } },
    })
    for (const [index, block] of content.entries()) {
      const empty = block.type === 'text' ? text('') : block
      event(exchange, { type: 'content_block_start', index, content_block: empty })
      const delta = { ...block, type: `${block.type}_delta` }
      if (block.type !== 'redacted_thinking') event(exchange, { type: 'content_block_delta', index, delta })
    }
    event(exchange, {
      type: 'message_delta',
      delta: { stop_reason: stopReason },
      usage: { output_tokens: 2 },
    })
    event(exchange, { type: 'message_stop' })
    exchange.response.end()
  }
}

/** A stream that says `half` and then goes wrong. */
function partly(then: (exchange: FaultExchange) => void): (exchange: FaultExchange) => void {
  return (exchange) => {
    openStream(exchange)
    event(exchange, { type: 'message_start', message: { usage } })
    event(exchange, { type: 'content_block_delta', delta: { type: 'text_delta', text: 'half' } })
    then(exchange)
    exchange.response.end()
  }
}

function event({ response }: FaultExchange, data: Block): void {
  response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)
}
