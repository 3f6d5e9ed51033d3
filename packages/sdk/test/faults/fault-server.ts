import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SeenRequest } from './exchange.ts'
import { faults } from './faults.ts'

/** A real HTTP peer that answers as the model's name tells it: `fault`, or `fault*2` for the first two requests only. */
export class FaultServer {
  readonly seen: SeenRequest[] = []
  readonly #server: Server
  readonly #startedAt = performance.now()

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.keepAliveTimeout = 60_000
  }

  static async start(): Promise<FaultServer> {
    const server = new FaultServer()
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve)
    })
    return server
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${portOf(this.#server)}/v1`
  }

  /** Requests for one model. */
  of(model: string, stream?: boolean): readonly SeenRequest[] {
    return this.seen.filter(
      ({ body, stream: streamed }) =>
        body['model'] === model && (stream === undefined || streamed === stream),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = asRecord(JSON.parse(Buffer.concat(chunks).toString()))
    const [fault = '', times] = String(body['model']).split('*')
    const stream = body['stream'] === true
    const atMs = performance.now() - this.#startedAt
    const seen: SeenRequest = { fault, stream, body, headers: request.headers, atMs, billed: 0 }
    this.seen.push(seen)
    const before = this.of(String(body['model']), stream).length
    const isOver = times !== undefined && before > Number(times)
    const act = faults.get(isOver ? 'good' : fault)
    if (act === undefined) throw new Error(`no fault is called ${fault}`)
    act({ seen, request, response, socket: request.socket })
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return address.port
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new Error('the body is no object')
  return Object.fromEntries(Object.entries(value))
}
