import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { artifactFlag, branchFlag, BRANCHES, ledgerArgument } from './ledger-flags.ts'

const LIMIT = 20

export const ledgerLog: Command = {
  name: 'ledger log',
  about: 'every version, newest first, with what was measured and who asked for it',
  arguments: [ledgerArgument],
  flags: [
    branchFlag,
    { name: 'limit', value: 'N', about: `show at most so many commits; default ${LIMIT}` },
    artifactFlag,
  ],
  async run(inputs) {
    const branch = inputs.choice('branch', BRANCHES) ?? 'dev'
    const limit = inputs.count('limit', 1) ?? LIMIT
    const [{ withLedger }, { commitData }, { renderLog }] = await Promise.all([
      import('../ledger/find-ledger.ts'),
      import('../ledger/ledger-data.ts'),
      import('../terminal/render-ledger.ts'),
    ])
    const data = await withLedger(inputs, async (ledger, path) => {
      const commits = await ledger.log(branch, limit)
      return { ledger: path, branch, commits: commits.map(commitData) }
    })
    return { data, exitCode: exitCodes.done, text: (paint) => renderLog(data, paint) }
  },
}
