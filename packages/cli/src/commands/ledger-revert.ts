import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const ledgerRevert: Command = {
  name: 'ledger revert',
  about: 'propose to take a commit back; it is measured and judged as any proposal is',
  arguments: [
    { name: 'run', about: 'name or folder of a run: its spec says how to measure' },
    { name: 'commit', about: 'first digits of a commit, a version (v3), or a line as blame numbers it (L3)' },
  ],
  flags: [
    { name: 'yes', about: 'start without asking' },
    { name: 'max-calls', value: 'N', about: 'spend at most so many calls; also a yes' },
  ],
  async run(inputs, context) {
    const [{ revertRun }, { renderRevert }] = await Promise.all([
      import('../ledger/revert-run.ts'),
      import('../terminal/render-revert.ts'),
    ])
    const maxCalls = inputs.count('max-calls', 1)
    const data = await revertRun(
      {
        named: inputs.argument('run'),
        what: inputs.argument('commit'),
        maxCalls,
        isAgreed: inputs.has('yes'),
      },
      context,
    )
    return { data, exitCode: exitCodes.done, text: (paint) => renderRevert(data, paint) }
  },
}
