import process from 'node:process'
import { exitCodes } from './exit-codes.ts'

/** How interruptible work ended; `exitCode` is that of the signal that asked it to end, absent when none did. */
export type Interruptible<Value> = { readonly exitCode?: number } & (
  | { readonly value: Value }
  | { readonly error: unknown }
)

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
  const asked = (): { readonly exitCode?: number } => (exitCode === undefined ? {} : { exitCode })
  try {
    return { value: await work(controller.signal), ...asked() }
  } catch (error) {
    return { error, ...asked() }
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}
