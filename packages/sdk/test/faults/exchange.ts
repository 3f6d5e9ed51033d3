import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** One request as the server saw it. */
export interface SeenRequest {
  readonly fault: string
  readonly stream: boolean
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: IncomingMessage['headers']
  /** Milliseconds since the server started. */
  readonly atMs: number
  /** Tokens of the usage that the server reported for it. */
  billed: number
}

/** What a fault can do with a request. */
export interface FaultExchange {
  readonly seen: SeenRequest
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
}
