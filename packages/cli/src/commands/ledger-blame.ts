import type { Command, CommandContext } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { artifactFlag, branchFlag, BRANCHES, ledgerArgument } from './ledger-flags.ts'

export const ledgerBlame: Command = {
  name: 'ledger blame',
  about:
    'for each line: the commit, the worker, the tasks that asked for it, what it gained, how it was merged',
  arguments: [
    ledgerArgument,
    { name: 'at', about: 'a version (v3) or a commit; default the head of the branch', isOptional: true },
  ],
  flags: [branchFlag, { name: 'limit', value: 'N', about: 'show at most so many lines' }, artifactFlag],
  async run(inputs, { progress }) {
    const branch = inputs.choice('branch', BRANCHES) ?? 'dev'
    const limit = inputs.count('limit', 1) ?? Infinity
    const at = inputs.optional('at') ?? branch
    const [{ withLedger }, { renderBlame }] = await Promise.all([
      import('../ledger/find-ledger.ts'),
      import('../terminal/render-ledger.ts'),
    ])
    const data = await withLedger(inputs, async (ledger, path) => {
      const { id, version } = await ledger.artifact(at)
      const lines = await counted(progress, (onCommit) => ledger.blame(at, { onCommit }))
      return { ledger: path, artifact: id, version, of: lines.length, lines: lines.slice(0, limit) }
    })
    return { data, exitCode: exitCodes.done, text: (paint) => renderBlame(data, paint) }
  },
}

/** Milliseconds after which a person is told how far the work is, and between two tellings. */
const TELL_AFTER_MS = 1_000
const TELL_EVERY_MS = 250

async function counted<Value>(
  progress: CommandContext['progress'],
  work: (onCommit: () => void) => Promise<Value>,
): Promise<Value> {
  let commits = 0
  const started = performance.now()
  const timer = setInterval(() => {
    if (performance.now() - started >= TELL_AFTER_MS) progress(`${commits} commits read`)
  }, TELL_EVERY_MS)
  try {
    return await work(() => commits++)
  } finally {
    clearInterval(timer)
    progress(undefined)
  }
}
