import type { Usage } from '@agentdescent/core'
import type { RequestProgress } from './fetch-guard.ts'

/** Characters a token has on average, where nobody counted. */
const CHARS_PER_TOKEN = 4

/** Counts what one request cost: the provider's figures, or an estimate where it may have billed and gave none. */
export class RequestMeter {
  readonly #promptChars: number
  #completionChars = 0
  #counted: { readonly promptTokens: number; readonly completionTokens: number } | undefined

  constructor(promptChars: number) {
    this.#promptChars = promptChars
  }

  /** Takes the provider's figures; anything but whole numbers from 0 on is ignored. */
  count(promptTokens: unknown, completionTokens: unknown): void {
    if (isCount(promptTokens) && isCount(completionTokens)) this.#counted = { promptTokens, completionTokens }
  }

  /** Takes note of text that arrived. */
  receive(text: string): void {
    this.#completionChars += text.length
  }

  usage(progress: RequestProgress): Usage {
    if (progress === 'unsent') return { requests: 0 }
    if (this.#counted !== undefined) return { requests: 1, ...this.#counted }
    if (progress === 'refused') return { requests: 1 }
    return {
      requests: 1,
      promptTokens: Math.ceil(this.#promptChars / CHARS_PER_TOKEN),
      completionTokens: Math.ceil(this.#completionChars / CHARS_PER_TOKEN),
      estimated: true,
    }
  }
}

/** Returns the sum of two usages; an estimate in one makes the sum an estimate. */
export function usageSum(left: Usage, right: Usage): Usage {
  return {
    requests: (left.requests ?? 0) + (right.requests ?? 0),
    promptTokens: (left.promptTokens ?? 0) + (right.promptTokens ?? 0),
    completionTokens: (left.completionTokens ?? 0) + (right.completionTokens ?? 0),
    ...(left.estimated === true || right.estimated === true ? { estimated: true } : {}),
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
