import type { FaultExchange } from './exchange.ts'

/** The message of a chat answer, right or wrong. */
interface ChatMessage {
  readonly content?: unknown
  readonly refusal?: unknown
  readonly reasoning_content?: string
}

export interface ChatAnswer {
  readonly message: ChatMessage
  readonly finish?: unknown
  readonly usage?: false
}

const PROMPT_TOKENS = 3
const COMPLETION_TOKENS = 2

export function sendJson(
  { response }: FaultExchange,
  status: number,
  { body, headers = {} }: { body: unknown; headers?: Record<string, string> },
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

export function errorBody(message: string, code: string | null = null): object {
  return { error: { message, code, type: code, param: null } }
}

/** Sends the answer as it was asked for: in one piece or in three. */
export function sendChat(exchange: FaultExchange, answer: ChatAnswer): void {
  if (answer.usage !== false) exchange.seen.billed += PROMPT_TOKENS + COMPLETION_TOKENS
  if (!exchange.seen.stream) return sendJson(exchange, 200, { body: chatBody(answer) })
  openStream(exchange)
  sendEvent(exchange, piece(answer.message))
  sendEvent(exchange, piece({}, answer.finish ?? 'stop'))
  if (answer.usage !== false) sendEvent(exchange, { choices: [], usage })
  sendEvent(exchange, '[DONE]')
  exchange.response.end()
}

export function chatBody({ message, finish = 'stop', usage: counted }: ChatAnswer): object {
  const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }
  return { object: 'chat.completion', choices: [choice], ...(counted === false ? {} : { usage }) }
}

export function openStream({ response }: FaultExchange): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

export function sendEvent({ response }: FaultExchange, data: unknown): void {
  response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
}

export function piece(delta: object, finish: unknown = null): object {
  return { object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] }
}

const usage = {
  prompt_tokens: PROMPT_TOKENS,
  completion_tokens: COMPLETION_TOKENS,
  total_tokens: PROMPT_TOKENS + COMPLETION_TOKENS,
}
