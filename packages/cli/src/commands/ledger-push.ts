import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { ledgerArgument } from './ledger-flags.ts'

export const ledgerPush: Command = {
  name: 'ledger push',
  about: 'push every branch to a git remote, all or none; what others pushed there stays',
  arguments: [
    ledgerArgument,
    { name: 'remote', about: 'what git push takes: a URL, a path, or the name of a remote of the ledger' },
  ],
  flags: [
    {
      name: 'as',
      value: 'NAME',
      about: 'push to branches NAME/dev, NAME/stable and NAME/proposals; default dev, stable and proposals',
    },
  ],
  async run(inputs, context) {
    const [{ pushLedger }, { findLedger }, { renderPush }] = await Promise.all([
      import('@agentdescent/sdk'),
      import('../ledger/find-ledger.ts'),
      import('../terminal/render-push.ts'),
    ])
    const { path } = await findLedger(inputs.argument('ledger'))
    const as = inputs.text('as')
    context.progress('pushing')
    const options = { signal: context.signal, ...(as === undefined ? {} : { as }) }
    const data = await pushLedger(path, inputs.argument('remote'), options).finally(() =>
      context.progress(undefined),
    )
    return { data, exitCode: exitCodes.done, text: (paint) => renderPush(data, paint) }
  },
}
