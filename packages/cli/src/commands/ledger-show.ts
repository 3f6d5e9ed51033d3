import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { artifactFlag, ledgerArgument } from './ledger-flags.ts'

export const ledgerShow: Command = {
  name: 'ledger show',
  about: 'one commit: the change, the decision with its figures, and the proposals behind it',
  arguments: [
    ledgerArgument,
    {
      name: 'commit',
      about: 'first digits of a commit, a version (v3) or a branch; default dev',
      isOptional: true,
    },
  ],
  flags: [artifactFlag],
  async run(inputs) {
    const [{ withLedger }, { shownData }, { renderShown }] = await Promise.all([
      import('../ledger/find-ledger.ts'),
      import('../ledger/ledger-data.ts'),
      import('../terminal/render-ledger.ts'),
    ])
    const data = await withLedger(inputs, async (ledger, path) => ({
      ledger: path,
      ...shownData(await ledger.show(inputs.optional('commit') ?? 'dev')),
    }))
    return { data, exitCode: exitCodes.done, text: (paint) => renderShown(data, paint) }
  },
}
