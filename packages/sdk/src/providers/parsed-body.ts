import { quoted } from './http-failure.ts'
import type { Exchange } from './provider.ts'

/** As much of a body as an error quotes. */
const QUOTED_CHARS = 80

/**
 * Returns the parsed body of an answer; the class of what is no JSON depends on what it is instead.
 * @throws ProviderError `empty-body`, `html-answer` or `not-json`
 */
export function parsedBody(body: string, fail: Exchange['fail']): unknown {
  const text = body.trim()
  const beginning = quoted(text.slice(0, QUOTED_CHARS))
  if (text === '') throw fail('empty-body', { what: 'answered with 0 bytes' })
  if (text.startsWith('<')) throw fail('html-answer', { what: `answered with a web page${beginning}` })
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    throw fail('not-json', { what: `answered with broken JSON${beginning}` })
  }
}
