import { statedFailure } from './http-failure.ts'
import type { Exchange } from './provider.ts'

export interface StreamFailureParts {
  /** What had arrived. */
  readonly partialText: string
  readonly fail: Exchange['fail']
}

/** Returns the class of what a client library threw in the middle of a stream; `body` is the error event, if it was one. */
export function streamFailure(
  error: unknown,
  body: unknown,
  { partialText, fail }: StreamFailureParts,
): unknown {
  if (error instanceof SyntaxError)
    return fail('not-json', { what: 'sent broken JSON in the middle of a stream', partialText })
  const stated = statedFailure(body)
  if (stated !== undefined) return fail(stated.code, { ...stated, partialText })
  return error
}
