import process from 'node:process'
import { exitCodes } from './exit-codes.ts'

export interface Interruptible<Value> {
  readonly value: Value
  /** Exit code of the signal that asked the work to end; absent when none did. */
  readonly exitCode?: number
}

const CODES = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const

/** Runs the work so that the first Ctrl-C or SIGTERM aborts its signal and the second ends the process at once. */
export async function interruptible<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Interruptible<Value>> {
  const controller = new AbortController()
  let exitCode: number | undefined
  const onSignal = (name: NodeJS.Signals): void => {
    const code = name === 'SIGTERM' ? CODES.SIGTERM : CODES.SIGINT
    if (exitCode !== undefined) process.exit(code)
    exitCode = code
    controller.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    const value = await work(controller.signal)
    return exitCode === undefined ? { value } : { value, exitCode }
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}
