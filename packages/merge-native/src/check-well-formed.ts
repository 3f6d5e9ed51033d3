import { KernelError } from './kernel-error.ts'

/**
 * Checks a text of a key that is about to become UTF-8.
 *
 * @throws KernelError `lone-surrogate` for half a surrogate pair, which UTF-8 cannot carry.
 */
export function checkWellFormed(key: string, text: string): void {
  if (text.isWellFormed()) return
  throw new KernelError(
    'lone-surrogate',
    `The key ${JSON.stringify(key)} holds ${JSON.stringify(text.slice(0, 80))}, which has half a surrogate pair; ` +
      'UTF-8 cannot carry it. Repair the text with String.prototype.toWellFormed.',
  )
}
