export type KernelErrorCode =
  | 'bad-option'
  | 'detached-buffer'
  | 'kernel-failed'
  | 'kernel-unavailable'
  | 'kernel-unknown'
  | 'lone-surrogate'
  | 'text-too-large'
  | 'too-many-edits'

/** A broken contract at the kernel's door; `code` names the rule, the message holds the value and the fix. */
export class KernelError extends Error {
  readonly code: KernelErrorCode

  constructor(code: KernelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'KernelError'
    this.code = code
  }
}

/** Returns the error for a kernel that broke down over an input it should have taken. */
export function failed(kernel: string, cause: unknown): KernelError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new KernelError('kernel-failed', `The ${kernel} kernel failed: ${reason}`, { cause })
}
