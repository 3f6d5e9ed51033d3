import type { RunContext, Usage } from '@agentdescent/core'

/** What a model is asked. */
export interface CompletionRequest {
  readonly system?: string
  readonly prompt: string
  /** Tokens the answer may have; the provider's own limit when absent. */
  readonly maxTokens?: number
  readonly temperature?: number
  /** Texts at which the model stops. */
  readonly stop?: readonly string[]
  /** Sent to providers that know seeds. */
  readonly seed?: number
}

/** What surrounds a completion: how to cancel it, and where its requests are counted. */
export interface CompletionContext {
  readonly signal: AbortSignal
  /** Hears of every request once, whether it succeeded, failed or was aborted. */
  report(usage: Usage): void
  /** Asks once in the life of a run; see `RunContext`. Absent outside of runs. */
  readonly once?: RunContext['once']
}

/** How a model came to its end. Any other end is an error and never an answer. */
export type FinishReason = 'stop' | 'stop-sequence'

export interface CompletionResult {
  readonly text: string
  /** What this call cost, over all of its requests. */
  readonly usage: Usage
  readonly finishReason: FinishReason
}

/** The only model interface: a prompt goes in, a whole answer comes out, or it throws. */
export interface Completion {
  (request: CompletionRequest, context: CompletionContext): Promise<CompletionResult>
  /** Differs whenever the same request might be answered differently; absent where nothing is known of that. */
  readonly identity?: string | undefined
}

/**
 * Returns the completion that a function computes. Its calls are no provider requests, so it reports none. `identity` tells its
 * answers from those of other functions, in caches that outlive a run.
 * @throws TypeError when the function returns anything but text.
 */
export function fromFunction(
  complete: (request: CompletionRequest, context: CompletionContext) => Promise<string> | string,
  identity?: string,
): Completion {
  const completion = async (
    request: CompletionRequest,
    context: CompletionContext,
  ): Promise<CompletionResult> => {
    context.signal.throwIfAborted()
    const text: unknown = await complete(request, context)
    if (typeof text !== 'string')
      throw new TypeError(`The function behind fromFunction() returned ${typeof text}; it must return text.`)
    return { text, usage: {}, finishReason: 'stop' }
  }
  return Object.assign(completion, { identity })
}

/** Returns a completion that answers with the prompt, transformed. */
export function echo(transform: (prompt: string) => string = (prompt) => prompt): Completion {
  return fromFunction(({ prompt }) => transform(prompt))
}
