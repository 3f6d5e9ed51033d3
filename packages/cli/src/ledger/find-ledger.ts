import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type LedgerReader, openLedger, OptionError, shown } from '@agentdescent/sdk'
import { RunFolder, RUNS } from '../runs/run-folder.ts'
import type { Inputs } from '../inputs.ts'

/** Where a ledger is, and the run that it belongs to. */
export interface FoundLedger {
  readonly path: string
  /** Absent for a ledger that was named by its own path. */
  readonly folder?: RunFolder
}

/** Finds a ledger by the name or the folder of a run, or by its own path. @throws OptionError `no-such-ledger` */
export async function findLedger(named: string): Promise<FoundLedger> {
  for (const path of [resolve(named), resolve(RUNS, named)]) {
    const folder = await RunFolder.at(path)
    if (folder !== undefined) return { path: folder.ledger, folder }
  }
  const path = resolve(named)
  if (await exists(path)) return { path }
  const known = await RunFolder.names()
  throw new OptionError({
    code: 'no-such-ledger',
    argument: 'ledger',
    value: shown(named),
    message: `There is neither a run nor a ledger ${shown(named)}, at ${path} or in ${resolve(RUNS)}.`,
    fix:
      known.length === 0
        ? 'Name the folder of a ledger, or start a run with agentdescent evolve.'
        : `Known runs are ${known.join(', ')}.`,
  })
}

/** Opens the ledger that the inputs name, does the work, and closes it. */
export async function withLedger<Value>(
  inputs: Inputs,
  work: (ledger: LedgerReader, path: string) => Promise<Value>,
): Promise<Value> {
  const { path } = await findLedger(inputs.argument('ledger'))
  const artifact = inputs.text('artifact')
  const ledger = await openLedger(path, artifact === undefined ? {} : { artifact })
  try {
    return await work(ledger, path)
  } finally {
    await ledger.close()
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
