import { statedFailure } from '../http-failure.ts'
import { property } from '../json-property.ts'
import { parsedBody } from '../parsed-body.ts'
import type { Exchange } from '../provider.ts'
import type { Ending, Reply } from '../reply.ts'

/**
 * Returns the reply in the body of a chat answer.
 * @throws ProviderError when the body is empty, a web page, broken JSON, an error, or holds no choice.
 */
export function readChatText(body: string, { fail, meter }: Exchange): Reply {
  const parsed = parsedBody(body, fail)
  const usage = property(parsed, 'usage')
  meter.count(property(usage, 'prompt_tokens'), property(usage, 'completion_tokens'))
  const stated = statedFailure(parsed)
  if (stated !== undefined) throw fail(stated.code, stated)
  const choices = property(parsed, 'choices')
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  if (choice === undefined || choice === null)
    throw fail('no-choices', { what: 'sent an answer without choices' })
  const message = property(choice, 'message')
  const content = joinedText(property(message, 'content'))
  if (typeof content === 'string') meter.receive(content)
  const refusal = property(message, 'refusal')
  return {
    content,
    reasoned: hasReasoning(message),
    ending: chatEnding(property(choice, 'finish_reason')),
    ...(typeof refusal === 'string' && refusal !== '' ? { refusal } : {}),
  }
}

export function chatEnding(reason: unknown): Ending {
  if (reason === 'stop' || reason === 'length') return reason
  return reason === 'content_filter' ? 'filtered' : { unknown: reason }
}

/** True when a message or a piece of one holds reasoning, in any of the forms that servers use. */
export function hasReasoning(message: unknown): boolean {
  const texts = [property(message, 'reasoning'), property(message, 'reasoning_content')]
  const content = property(message, 'content')
  return (
    texts.some((text) => typeof text === 'string' && text !== '') ||
    (Array.isArray(content) && content.some((block) => property(block, 'type') !== 'text'))
  )
}

/** Returns the text of content in typed blocks, of which those of text are the answer; other content as it is. */
export function joinedText(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  const texts = content
    .filter((block) => property(block, 'type') === 'text')
    .map((block) => property(block, 'text'))
  return texts.every((text) => typeof text === 'string') ? texts.join('') : content
}
