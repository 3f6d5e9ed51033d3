import type { FinishReason } from '../completion.ts'
import type { FailureFacts } from './failures.ts'
import type { ProviderCode } from './provider-failure.ts'
import type { ProviderError } from './provider-error.ts'
import { quoted } from './http-failure.ts'

/** What a model sent, in any protocol, before it is known to be an answer. */
export interface Reply {
  readonly content: unknown
  /** The model's own words for declining; absent when it did not. */
  readonly refusal?: string
  /** Reasoning arrived, which is no part of an answer. */
  readonly reasoned: boolean
  readonly ending: Ending
}

/** Why the model ended; any word we do not know is kept as text. */
export type Ending = FinishReason | 'length' | 'refused' | 'filtered' | { readonly unknown: unknown }

export interface Answer {
  readonly text: string
  readonly finishReason: FinishReason
}

/**
 * Returns the reply as an answer.
 * @throws ProviderError when it is none: declined, filtered, cut at the token limit, empty, no text, or not at its end.
 */
export function answerFrom(
  reply: Reply,
  fail: (code: ProviderCode, facts: FailureFacts) => ProviderError,
): Answer {
  const { ending, refusal } = reply
  const text = typeof reply.content === 'string' ? withoutThinking(reply.content) : undefined
  const partial = text === undefined ? {} : { partialText: text }
  if (refusal !== undefined || ending === 'refused')
    throw fail('refused', { what: `let the model decline${quoted(refusal ?? '')}`, ...partial })
  if (ending === 'filtered') throw fail('content-filtered', { what: 'filtered the answer', ...partial })
  if (ending === 'length')
    throw fail('length-stop', { what: 'cut the answer at the token limit', ...partial })
  if (text === undefined || text.trim() === '') throw nothing(reply, fail)
  if (typeof ending === 'object')
    throw fail('unknown-finish-reason', {
      what: `ended the answer for the reason ${JSON.stringify(ending.unknown) ?? 'undefined'}`,
      ...partial,
    })
  if (/\p{Surrogate}/u.test(text))
    throw fail('not-unicode', { what: 'sent text with half a character (a lone surrogate)' })
  return { text, finishReason: ending }
}

function nothing(
  { content, reasoned }: Reply,
  fail: (code: ProviderCode, facts: FailureFacts) => ProviderError,
): ProviderError {
  const thought = typeof content === 'string' && content.trim() !== ''
  if (reasoned || thought) return fail('reasoning-only', { what: 'sent reasoning and no answer' })
  if (typeof content === 'string') return fail('empty-answer', { what: 'sent an empty answer' })
  return content === undefined || content === null
    ? fail('no-content', { what: 'sent a message without content' })
    : fail('content-not-text', { what: `sent content that is no text but ${typeof content}` })
}

/** Local servers leave a model's reasoning in front of its answer; what follows it is the answer. */
function withoutThinking(text: string): string {
  const opening = '<think>'
  const closing = '</think>'
  if (!text.trimStart().startsWith(opening)) return text
  const end = text.indexOf(closing)
  return end < 0 ? '' : text.slice(end + closing.length).trimStart()
}
