import { gzipSync } from 'node:zlib'
import { chatBody, errorBody, openStream, piece, sendChat, sendEvent, sendJson } from './answers.ts'
import type { FaultExchange } from './exchange.ts'
import { messageFaults } from './message-faults.ts'

type Fault = (exchange: FaultExchange) => void

const MEBIBYTE = 1024 * 1024
/** Packed once, so that no call's deadline pays for it. */
const bomb = gzipSync(Buffer.alloc(16 * MEBIBYTE, ' '), { level: 1 })

function status(code: number, body: unknown, headers?: Record<string, string>): Fault {
  return (exchange) => sendJson(exchange, code, headers === undefined ? { body } : { body, headers })
}

function limited(headers?: (exchange: FaultExchange) => Record<string, string>): Fault {
  return (exchange) =>
    sendJson(exchange, 429, { body: errorBody('slow down'), ...(headers && { headers: headers(exchange) }) })
}

/** The first half of a stream; what follows is the fault. */
function halfStream(then: Fault): Fault {
  return (exchange) => {
    openStream(exchange)
    sendEvent(exchange, piece({ content: 'half' }))
    then(exchange)
  }
}

function page(code: number): Fault {
  return ({ response }) => {
    response.writeHead(code, { 'content-type': 'text/html' }).end('<html><body>sign in</body></html>')
  }
}

const blocks = [
  { type: 'text', text: 'go' },
  { type: 'text', text: 'od' },
]

/** Repeats `act` until the connection is gone. */
function every(ms: number, { socket }: FaultExchange, act: () => void): void {
  const timer = setInterval(act, ms)
  socket.once('close', () => clearInterval(timer))
}

const refusals: readonly (readonly [string, Fault])[] = [
  ['rate-seconds', limited(() => ({ 'retry-after': '1' }))],
  ['rate-date', limited(() => ({ 'retry-after': new Date(Date.now() + 6000).toUTCString() }))],
  ['rate-milliseconds', limited(() => ({ 'retry-after-ms': '20' }))],
  ['rate-hour', limited(() => ({ 'retry-after': '3600' }))],
  ['rate-days', limited(() => ({ 'retry-after': '277403' }))],
  ['rate-garbage', limited(() => ({ 'retry-after': 'soon' }))],
  ['rate-negative', limited(() => ({ 'retry-after': '-1' }))],
  ['rate-bare', limited()],
  ['rate-page', page(429)],
  ['rate-empty', status(429, '')],
  ['quota', status(429, errorBody('You exceeded your quota', 'insufficient_quota'))],
  ['error-500', status(500, errorBody('boom'))],
  ['page-502', page(502)],
  ['page-503', page(503)],
  ['empty-503', status(503, '')],
  ['json-503', status(503, errorBody('down'), { 'x-request-id': 'req-503' })],
  ['page-529', page(529)],
  ['empty-529', status(529, '')],
  ['error-503-final', status(503, errorBody('down'), { 'x-should-retry': 'false' })],
  ['overloaded-529', status(529, '')],
  [
    'key-401',
    (exchange) =>
      sendJson(exchange, 401, { body: echoOfKey(exchange), headers: { 'x-request-id': keyOf(exchange) } }),
  ],
  ['key-403', status(403, errorBody('not for you'))],
  ['context-400', status(400, errorBody('too long', 'context_length_exceeded'))],
  ['filter-400', status(400, errorBody('no', 'content_filter'))],
  ['body-413', status(413, errorBody('too large'))],
  ['model-404', status(404, errorBody('no such model'))],
  ['timeout-408', status(408, errorBody('too slow'))],
  ['conflict-409', status(409, errorBody('conflict'))],
  ['redirect', status(307, '', { location: 'http://127.0.0.1:1/steal' })],
]

const connections: readonly (readonly [string, Fault])[] = [
  ['silent', () => undefined],
  [
    'headers-only',
    ({ response }) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders(),
  ],
  ['drip', drip],
  ['reset', ({ socket }) => socket.resetAndDestroy()],
  ['reset-in-body', resetInBody],
  ['late', (exchange) => setTimeout(() => sendChat(exchange, { message: { content: 'late' } }), 60)],
  [
    'closing',
    (exchange) => {
      exchange.response.setHeader('connection', 'close')
      sendChat(exchange, { message: { content: 'bye' } })
    },
  ],
  ['long-headers', ({ response }) => response.writeHead(200, { 'x-long': 'x'.repeat(MEBIBYTE) }).end('{}')],
]

const bodies: readonly (readonly [string, Fault])[] = [
  ['zero-bytes', status(200, '')],
  ['json-cut', status(200, '{"choices":[{"message":{"content":"hal')],
  ['page-200', page(200)],
  ['error-200', status(200, errorBody('upstream overloaded'))],
  ['choices-empty', status(200, { choices: [] })],
  ['choices-missing', status(200, { id: 'x' })],
  ['content-null', (exchange) => sendChat(exchange, { message: { content: null } })],
  ['content-empty', (exchange) => sendChat(exchange, { message: { content: '' } })],
  ['content-number', (exchange) => sendChat(exchange, { message: { content: 12_345 } })],
  ['content-half-character', (exchange) => sendChat(exchange, { message: { content: 'a\ud800b' } })],
  ['reasoning-only', (exchange) => sendChat(exchange, { message: { content: '', reasoning_content: 'hm' } })],
  [
    'content-blocks',
    (exchange) =>
      sendChat(exchange, { message: { content: [{ type: 'thinking', thinking: 'hm' }, ...blocks] } }),
  ],
  [
    'thinking-blocks-only',
    (exchange) => sendChat(exchange, { message: { content: [{ type: 'thinking', thinking: 'hm' }] } }),
  ],
  [
    'thinking-closed',
    (exchange) => sendChat(exchange, { message: { content: '<think>good?</think>\n\ngood' } }),
  ],
  ['thinking-unclosed', (exchange) => sendChat(exchange, { message: { content: '<think>hm' } })],
  ['filtered', (exchange) => sendChat(exchange, { message: { content: '' }, finish: 'content_filter' })],
  ['length', (exchange) => sendChat(exchange, { message: { content: '{"edit": "un' }, finish: 'length' })],
  ['ending-unknown', (exchange) => sendChat(exchange, { message: { content: 'x' }, finish: 'insane' })],
  ['refusal', (exchange) => sendChat(exchange, { message: { content: null, refusal: 'I cannot' } })],
  ['usage-missing', (exchange) => sendChat(exchange, { message: { content: 'good' }, usage: false })],
  ['prototype', (exchange) => sendChat(exchange, { message: { content: '{"__proto__":{"admin":true}}' } })],
  ['huge', huge],
  [
    'gzip-bomb',
    ({ response }) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  ],
  ['good', (exchange) => sendChat(exchange, { message: { content: 'good' } })],
]

const streams: readonly (readonly [string, Fault])[] = [
  ['stream-ends-early', halfStream(({ response }) => response.end())],
  ['stream-cut', halfStream(({ socket }) => setTimeout(() => socket.destroy(), 20))],
  [
    'stream-error',
    halfStream((exchange) => {
      sendEvent(exchange, errorBody('server overloaded'))
      exchange.response.end()
    }),
  ],
  [
    'stream-bad-json',
    halfStream((exchange) => {
      sendEvent(exchange, '{"choices":[{"del')
      exchange.response.end()
    }),
  ],
  ['stream-stalls', halfStream(() => undefined)],
  [
    'stream-comments',
    halfStream((exchange) => every(50, exchange, () => exchange.response.write(': still here\n\n'))),
  ],
  [
    'stream-good',
    halfStream((exchange) => {
      sendEvent(exchange, piece({}, 'stop'))
      sendEvent(exchange, '[DONE]')
      exchange.response.end()
    }),
  ],
]

/** Every scripted answer by its name. */
export const faults: ReadonlyMap<string, Fault> = new Map([
  ...refusals,
  ...connections,
  ...bodies,
  ...streams,
  ...messageFaults,
])

function drip(exchange: FaultExchange): void {
  const text = JSON.stringify(chatBody({ message: { content: 'a slow answer' } }))
  exchange.response.writeHead(200, { 'content-type': 'application/json' })
  let sent = 0
  every(40, exchange, () => {
    exchange.response.write(text.charAt(sent))
    sent += 1
  })
}

function resetInBody({ response, socket }: FaultExchange): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"choices":[{"mess')
  setTimeout(() => socket.destroy(), 20)
}

function huge({ response }: FaultExchange): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"choices":[{"finish_reason":"stop","message":{"content":"')
  const block = 'A'.repeat(MEBIBYTE)
  const write = (left: number): void => {
    if (left === 0 || response.destroyed) response.end('"}}]}')
    else response.write(block, () => write(left - 1))
  }
  write(16)
}

function keyOf({ request }: FaultExchange): string {
  return request.headers.authorization?.replace('Bearer ', '') ?? ''
}

/** As hostile as an echo gets: the key itself, a part of it, a shortened and an encoded one. */
function echoOfKey(exchange: FaultExchange): object {
  const key = keyOf(exchange)
  const short = `${key.slice(0, 5)}***********${key.slice(-4)}`
  const encoded = Buffer.from(`token:${key}`).toString('base64')
  return errorBody(`Wrong key ${key}, ${key.slice(3, 20)}, ${short}, ${encoded}`, 'invalid_api_key')
}
