import type { FileSystem } from './file-system.ts'
import type { LedgerNotice } from './recovery.ts'

export interface GitStoreOptions {
  /** Milliseconds since 1970, the time of each commit; default the system's. The same times give the same commit ids. */
  readonly now?: () => number
  /** `full` survives a loss of power, `atomic` the end of the process only; default `full`. */
  readonly durability?: 'full' | 'atomic'
  /** Makes, mends and writes nothing; default false. */
  readonly isReadOnly?: boolean
  /** Told of what had to be mended when the ledger was opened, and of packing that failed; default a process warning. */
  readonly onNotice?: (notice: LedgerNotice) => void
  /** How many objects may be files of their own before they are packed, in the background; default 1,000. */
  readonly packAbove?: number
  /** Writes also where another host keeps the files, and only one host writes; default false. */
  readonly allowNetwork?: boolean
  /** How long to wait while another program holds a branch; default 10,000. */
  readonly lockWaitMs?: number
  /** Default the system's; tests fail, record or end the process at its calls. */
  readonly files?: FileSystem
}
