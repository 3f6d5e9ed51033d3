const LONGEST_PAUSE_S = 5

export interface FailureCount {
  /** Failures in a row after which a worker gives up, while nothing has ever succeeded. */
  readonly maxErrors: number
  /** True once any worker of the run has succeeded. */
  readonly anySuccess: boolean
  /** Failures in a row, this one included. */
  readonly consecutive: number
}

export interface Health {
  /** The worker gives up. One success anywhere proves that the backend works; from then on failures only cost time. */
  readonly retire: boolean
  /** Say once that the worker keeps failing. */
  readonly warn: boolean
  /** Seconds to wait before the next try. */
  readonly backoffSeconds: number
}

/** Returns what a worker does after a failure. */
export function healthAfter({ maxErrors, anySuccess, consecutive }: FailureCount): Health {
  return {
    retire: !anySuccess && consecutive >= maxErrors,
    warn: anySuccess && consecutive === maxErrors,
    backoffSeconds: Math.min(2 ** consecutive, LONGEST_PAUSE_S),
  }
}
