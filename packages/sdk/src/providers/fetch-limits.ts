/** What one call may take. */
export interface FetchLimits {
  /** For the whole call, repeated requests and waits included, in milliseconds. */
  readonly deadlineMs: number
  /** Between two pieces of an answer, in milliseconds. */
  readonly idleMs: number
  /** Of an answer, after decompression. */
  readonly maxBytes: number
}
