import type { Json } from '@agentdescent/core'
import type { Completion, CompletionRequest, CompletionResult } from '../completion.ts'
import { ProviderError, type ProviderErrorDetails } from './provider-error.ts'

/**
 * Returns the completion that asks through the run's journal: a request whose answer is there is not sent again. An answer that
 * was cut, declined or empty is one; a failure that may pass is none, and is met again. `identity` tells models apart.
 */
export function askedOnce(completion: Completion, identity: readonly string[]): Completion {
  return async (request, context) => {
    const { once } = context
    if (once === undefined) return completion(request, context)
    const answer = await once([...identity, named(request)], async () => {
      try {
        const { finishReason, text, usage } = await completion(request, context)
        return { result: { text, finishReason, usage: { ...usage } } }
      } catch (error) {
        const failed = error instanceof ProviderError ? answered(error) : undefined
        if (failed === undefined) throw error
        return { failed }
      }
    })
    return recalled(answer)
  }
}

const ANSWERED: readonly ProviderError['failure'][] = ['truncated', 'refused']
const SILENT: readonly string[] = ['empty-answer', 'reasoning-only']

/** Returns a failure that the model has chosen and that is paid for; undefined for one of the way to it. */
function answered(error: ProviderError): { readonly [name: string]: Json } | undefined {
  const { code, failure, message, partialText, provider, retryable, terminal } = error
  if (!ANSWERED.includes(failure) && !SILENT.includes(code)) return undefined
  return {
    code,
    failure,
    message,
    provider,
    retryable,
    terminal,
    ...(partialText === undefined ? {} : { partialText }),
  }
}

/** The journal gives back what it was given, behind a checksum, so that it has the type that it had. */
function recalled(answer: Json): CompletionResult {
  const kept: unknown = answer
  const { failed, result } = kept as { failed?: ProviderErrorDetails; result?: CompletionResult }
  if (failed !== undefined) throw new ProviderError(failed)
  if (result !== undefined) return result
  throw new TypeError('The journal holds no answer of a model.')
}

function named(request: CompletionRequest): Json {
  const members = Object.entries(request).filter(([, value]) => value !== undefined)
  return JSON.parse(JSON.stringify(Object.fromEntries(members)))
}
