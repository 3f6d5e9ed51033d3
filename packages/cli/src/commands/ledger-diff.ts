import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { artifactFlag, ledgerArgument } from './ledger-flags.ts'

export const ledgerDiff: Command = {
  name: 'ledger diff',
  about: 'what differs between two points: branches, versions (v3) or commits',
  arguments: [
    ledgerArgument,
    { name: 'from', about: 'where to start; default stable', isOptional: true },
    { name: 'to', about: 'where to end; default dev', isOptional: true },
  ],
  flags: [artifactFlag],
  async run(inputs) {
    const [{ withLedger }, { renderComparison }] = await Promise.all([
      import('../ledger/find-ledger.ts'),
      import('../terminal/render-ledger.ts'),
    ])
    const [from, to] = [inputs.optional('from') ?? 'stable', inputs.optional('to') ?? 'dev']
    const data = await withLedger(inputs, async (ledger, path) => ({
      ledger: path,
      points: { from, to },
      ...(await ledger.diff(from, to)),
    }))
    return { data, exitCode: exitCodes.done, text: (paint) => `${renderComparison(data, paint)}\n` }
  },
}
