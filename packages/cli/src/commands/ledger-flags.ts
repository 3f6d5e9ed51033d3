import type { Command, Flag } from '../command.ts'

/** The argument that every verb of the ledger takes first. */
export const ledgerArgument: Command['arguments'][number] = {
  name: 'ledger',
  about: 'name or folder of a run, or the folder of a ledger',
}

export const artifactFlag: Flag = {
  name: 'artifact',
  value: 'ID',
  about: 'which artifact; needed only where the ledger holds several',
}

export const branchFlag: Flag = {
  name: 'branch',
  value: 'NAME',
  about: 'dev, where merges commit, or stable; default dev',
}

export const BRANCHES = ['dev', 'stable'] as const
