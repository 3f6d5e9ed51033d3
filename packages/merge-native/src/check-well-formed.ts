import { KernelError } from './kernel-error.ts'

/**
 * Checks a text that is about to become UTF-8; `owner` says whose it is.
 *
 * @throws KernelError `lone-surrogate` for half a surrogate pair, which UTF-8 cannot carry.
 */
export function checkWellFormed(text: string, owner: () => string): void {
  if (text.isWellFormed()) return
  throw new KernelError(
    'lone-surrogate',
    `${owner()} holds ${JSON.stringify(text.slice(0, 80))}, which has half a surrogate pair; UTF-8 cannot carry it. ` +
      'Repair the text with String.prototype.toWellFormed.',
  )
}

/** Checks a key, or a text of a key, as `checkWellFormed` does. */
export function checkKeyText(key: string, text: string): void {
  checkWellFormed(text, () => `The key ${JSON.stringify(key)}`)
}
