import { LedgerError } from '@agentdescent/core'
import { failureCode } from './file-system.ts'

/** What to do about each failure of a disk that a person can mend. */
const FIXES: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space; nothing that was acknowledged is lost.',
  EDQUOT: 'Raise the quota or free some space; nothing that was acknowledged is lost.',
  EROFS: 'Mount the file system for writing, or choose another path.',
  EACCES: 'Give this user the right to read and write there, or choose another path.',
  EPERM: 'Give this user the right to read and write there, or choose another path.',
  EMFILE: 'Raise the limit of open files (ulimit -n).',
}

/** What to do about an object that is damaged or missing. */
export const RESTORE =
  'Restore it from a copy of the ledger: git fetch from a clone or backup brings it back.'

/** Runs the work and turns a failed call of the file system into a LedgerError `io` that names the ledger. */
export async function withLedgerErrors<Value>(
  path: string,
  work: () => Promise<Value> | Value,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LedgerError || failureCode(error) === undefined) throw error
    throw diskFailure(path, error)
  }
}

/** What is stored cannot be read back; `what` names the file or object, and the fix says how to get it again. */
export function corruption(path: string, what: string, fix: string): LedgerError {
  return new LedgerError({
    code: 'corrupt',
    argument: 'ledger',
    value: path,
    message: `The ledger ${path} is damaged: ${what}.`,
    fix,
  })
}

function diskFailure(path: string, error: unknown): LedgerError {
  const code = failureCode(error)
  const said = error instanceof Error ? error.message : String(error)
  const fix = FIXES[code ?? '']
  return new LedgerError({
    code: 'io',
    argument: 'ledger',
    value: path,
    message: `The ledger ${path} could not be read or written: ${said}.`,
    cause: error,
    ...(fix === undefined ? {} : { fix }),
  })
}
