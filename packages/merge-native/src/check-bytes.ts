import { KernelError } from './kernel-error.ts'

/** The longest text that a merge takes, in bytes: 64 MiB. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024

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
