import { AgentDescentError, BackendError, LedgerError, messageOf } from '../model/errors.ts'
import type { RecordedFailure } from './records.ts'

/** A failure behind the caller's code that an earlier owner of the run had met. */
export class RecalledError extends BackendError {
  override readonly terminal: boolean
  override readonly repeated: boolean

  constructor({ name, message, code = 'recalled', terminal, repeated }: RecordedFailure) {
    super({ code, message })
    this.name = name
    this.terminal = terminal ?? false
    this.repeated = repeated ?? false
  }
}

/** Returns the failure as the journal keeps it; undefined for one that is no outcome: it ends the run, and is met again. */
export function recordedFailure(error: unknown): RecordedFailure | undefined {
  const message = messageOf(error)
  if (!(error instanceof AgentDescentError))
    return { kind: 'unknown', name: error instanceof Error ? error.name : 'Error', message }
  const { code, name } = error
  if (error instanceof BackendError) {
    const { terminal, repeated } = error
    return { kind: 'backend', name, message, code, terminal, repeated }
  }
  return error instanceof LedgerError ? { kind: 'ledger', name, message, code } : undefined
}

/** Returns an error that the engine treats as it treated the one that was recorded. */
export function recalledError(failure: RecordedFailure): Error {
  const { kind, code = 'io', message, name } = failure
  if (kind === 'backend') return new RecalledError(failure)
  if (kind === 'ledger') return new LedgerError({ code, message })
  const error = new Error(message)
  error.name = name
  return error
}
