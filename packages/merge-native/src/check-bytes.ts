import { checkWellFormed } from './check-well-formed.ts'
import { KernelError } from './kernel-error.ts'

/** The longest text that a merge takes, in bytes: 64 MiB. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024
/** The most UTF-8 bytes that one UTF-16 code unit becomes. */
const MOST_BYTES_PER_UNIT = 3

/**
 * Checks bytes that a kernel is about to read.
 *
 * @throws KernelError `detached-buffer` for bytes whose buffer was transferred away.
 */
export function checkAttached(bytes: Uint8Array): void {
  if (bytes.length > 0) return
  try {
    new DataView(bytes.buffer)
  } catch (cause) {
    const message = 'Bytes were given whose buffer is detached; pass a copy when the buffer is transferred.'
    throw new KernelError('detached-buffer', message, { cause })
  }
}

/**
 * Checks a text that a kernel is about to merge.
 *
 * @throws KernelError `detached-buffer`, and `text-too-large` for more than `MAX_TEXT_BYTES`.
 */
export function checkText(text: Uint8Array): void {
  checkAttached(text)
  if (text.length > MAX_TEXT_BYTES)
    throw new KernelError(
      'text-too-large',
      `A text has ${text.length} bytes; a merge takes at most ${MAX_TEXT_BYTES}. Cut it into smaller keys.`,
    )
}

/**
 * Checks a text that a kernel is about to encode and merge.
 *
 * @throws KernelError `lone-surrogate`, and `text-too-large` for more than 64 MiB of UTF-8.
 */
export function checkString(text: string): void {
  checkWellFormed(text, () => 'A text')
  if (text.length * MOST_BYTES_PER_UNIT > MAX_TEXT_BYTES) checkText(new TextEncoder().encode(text))
}
