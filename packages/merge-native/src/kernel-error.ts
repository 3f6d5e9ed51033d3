export type KernelErrorCode = 'bad-option' | 'kernel-unavailable' | 'kernel-unknown'

/** A broken contract at the kernel's door; `code` names the rule, the message holds the value and the fix. */
export class KernelError extends Error {
  readonly code: KernelErrorCode

  constructor(code: KernelErrorCode, message: string) {
    super(message)
    this.name = 'KernelError'
    this.code = code
  }
}
