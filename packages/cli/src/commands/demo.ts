import { join } from 'node:path'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

const DEFAULT_SEED = 1
/** All commits of the demo are of this moment, so that a seed decides their ids. */
const COMMIT_TIME = Date.UTC(2026, 0, 1)

export const demo: Command = {
  name: 'demo',
  about: 'watch workers change one artifact at once: offline, no key, in seconds',
  arguments: [],
  flags: [
    { name: 'seed', value: 'N', about: `other tasks first, other mistakes; default ${DEFAULT_SEED}` },
    { name: 'one-field', about: 'an artifact of one key, where merging cannot help' },
    {
      name: 'out',
      value: 'DIR',
      about: 'keep the ledgers in this new or empty folder; default a temporary one',
    },
  ],
  async run(inputs, { signal }) {
    const seed = inputs.count('seed') ?? DEFAULT_SEED
    const [{ playDemo }, { customerRecords, oneField }, { openGitStore }, { emptyFolder }, { renderDemo }] =
      await Promise.all([
        import('../demo/play-demo.ts'),
        import('../demo/customer-records.ts'),
        import('@agentdescent/sdk'),
        import('../demo/empty-folder.ts'),
        import('../terminal/render-demo.ts'),
      ])
    const out = inputs.text('out')
    const folder = await emptyFolder(out)
    const played = await playDemo({
      seed,
      signal,
      landscape: inputs.has('one-field') ? oneField : customerRecords,
      openLedger: (name) =>
        openGitStore(join(folder, name), { now: () => COMMIT_TIME, durability: 'atomic' }),
    })
    const report = out === undefined ? played : { ...played, out: folder }
    const notes = [
      `The ledgers are in ${folder}; look inside with git, and delete the folder when you have seen enough:`,
      `  git -C ${join(folder, 'merged')} log -p dev`,
    ]
    return { data: report, exitCode: exitCodes.done, notes, text: (paint) => renderDemo(report, paint) }
  },
}
