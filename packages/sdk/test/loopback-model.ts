import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** One request as the server received it, and what it answered. */
export interface ServedRequest {
  readonly role: 'actor' | 'proposer'
  readonly system: string
  readonly prompt: string
  /** Empty when the request was refused. */
  readonly answer: string
}

/** What a test may take away from the model. */
export interface LoopbackModelOptions {
  /** The system message is dropped on the way, as if nobody had sent the instruction. */
  readonly losesInstruction?: boolean
  /** A request for a new instruction is answered with words that hold none. */
  readonly reflects?: boolean
  /** Every new instruction ends with the authorization header of the request for it. */
  readonly echoesKey?: boolean
  /** Says which requests, counted from 1, are refused, and with which status. */
  readonly fails?: (request: number, role: ServedRequest['role']) => number | undefined
  /** Says how long an answer takes once the request has been noted, in milliseconds. */
  readonly takesMs?: () => number
  /** Returns what an answer waits for once the request has been noted. */
  readonly until?: () => Promise<void> | undefined
  /** Hears of every request when it has been noted, before it is answered. */
  readonly onRequest?: (request: ServedRequest) => void
}

const TEAMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['billing', ['invoice', 'charged', 'refund', 'fee', 'pay', 'card', 'receipt']],
  ['shipping', ['parcel', 'courier', 'delivery', 'tracking']],
  ['account', ['password', 'log in', 'login', 'profile']],
])

/**
 * A server with OpenAI's chat API, and Anthropic's at its own path, whose model follows a rule that it reads from the prompt it is sent. As an actor it
 * knows the right team, but names it alone only if the instruction asks for one word and lists the team. As a proposer
 * it lists the teams of the cases that it is shown.
 */
export class LoopbackModel {
  readonly requests: ServedRequest[] = []
  readonly #options: LoopbackModelOptions
  readonly #server: Server

  private constructor(options: LoopbackModelOptions) {
    this.#options = options
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  static async start(options: LoopbackModelOptions = {}): Promise<LoopbackModel> {
    const model = new LoopbackModel(options)
    await new Promise<void>((resolve) => {
      model.#server.listen(0, '127.0.0.1', resolve)
    })
    return model
  }

  get baseUrl(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the server does not listen')
    return `http://127.0.0.1:${address.port}/v1`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const isMessage = request.url?.endsWith('/messages') === true
    const messages = messagesIn(JSON.parse(Buffer.concat(chunks).toString()))
    const system = this.#options.losesInstruction === true ? '' : (messages.get('system') ?? '')
    const prompt = messages.get('user') ?? ''
    const role = prompt.includes('<new_instruction>') ? 'proposer' : 'actor'
    const refusal = this.#options.fails?.(this.requests.length + 1, role)
    if (refusal !== undefined) {
      this.requests.push({ role, system, prompt, answer: '' })
      response
        .writeHead(refusal, { 'content-type': 'application/json' })
        .end('{"error": {"message": "boom"}}')
      return
    }
    const words = role === 'actor' ? acted(system, prompt) : this.#reflected(prompt)
    const echoed = this.#options.echoesKey === true ? ` ${request.headers.authorization}` : ''
    const answer = words.replace('.</new_instruction>', `.${echoed}</new_instruction>`)
    const served = { role, system, prompt, answer } as const
    this.requests.push(served)
    this.#options.onRequest?.(served)
    await this.#options.until?.()
    if (this.#options.takesMs !== undefined) await setTimeout(this.#options.takesMs())
    response.writeHead(200, { 'content-type': 'application/json' })
    const shape = isMessage ? messageAnswer : chatAnswer
    response.end(JSON.stringify(shape(`${system}${prompt}`, answer)))
  }

  #reflected(prompt: string): string {
    if (this.#options.reflects === false) return 'NONE'
    const expected = [...prompt.matchAll(/would have scored 1:\n"""\n(.*)\n"""/g)].map(([, text]) => text)
    const known = [...TEAMS.keys()].filter(
      (team) => prompt.includes(`one of: `) && instructionOf(prompt).includes(team),
    )
    const teams = [...new Set([...known, ...expected])]
    return `<difference>The outputs are sentences, the right ones a word.</difference>
<new_instruction>Answer with one word and nothing else, one of: ${teams.join(', ')}.</new_instruction>`
  }
}

function acted(system: string, prompt: string): string {
  const team = teamOf(prompt)
  const isListed = system.includes('one word') && system.includes(team)
  return isListed ? team : `That sounds like something for our ${team} team. May I help you with it?`
}

function teamOf(prompt: string): string {
  const text = prompt.toLowerCase()
  for (const [team, words] of TEAMS) if (words.some((word) => text.includes(word))) return team
  return 'service'
}

/** The instruction that a proposer is shown stands in the first block of quotes. */
function instructionOf(prompt: string): string {
  return prompt.split('"""')[1] ?? ''
}

function messagesIn(body: unknown): ReadonlyMap<string, string> {
  if (typeof body !== 'object' || body === null || !('messages' in body) || !Array.isArray(body.messages))
    throw new Error('the request has no messages')
  return new Map(body.messages.map(({ role, content }) => [String(role), String(content)]))
}

function chatAnswer(question: string, answer: string): object {
  const usage = { prompt_tokens: tokensIn(question), completion_tokens: tokensIn(answer) }
  return {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  }
}

/** The same in the form of Anthropic's messages API. */
function messageAnswer(question: string, answer: string): object {
  const usage = { input_tokens: tokensIn(question), output_tokens: tokensIn(answer) }
  return { type: 'message', content: [{ type: 'text', text: answer }], stop_reason: 'end_turn', usage }
}

function tokensIn(text: string): number {
  return text.split(/\s+/).length
}
