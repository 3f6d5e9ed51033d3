import { LedgerError, shown } from '@agentdescent/core'
import { makeDirectories, makeDirectoryIn, writeDurably } from './durable-file.ts'
import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'

/** The layout that this version reads and writes. */
const FORMAT = 1

/** The first tells that what is beside it is ours. */
const DIRECTORIES = [
  'agentdescent',
  'objects/info',
  'objects/pack',
  'refs/heads',
  'refs/tags',
  'logs/refs/heads',
]

/** All that a creation which was cut short can have left. */
const OURS = new Set(['HEAD', 'agentdescent', 'config', 'logs', 'objects', 'refs'])

/** Whoever else writes here does so durably, and neither collects nor rewrites behind our back. */
const CONFIG = `[core]
\trepositoryformatversion = 0
\tbare = true
\tfilemode = true
\tfsync = all
\tlogAllRefUpdates = true
\tquotePath = false
[gc]
\tauto = 0
[receive]
\tdenyNonFastForwards = true
`

/**
 * Says whether there is a ledger at the path; false where one can be made.
 * @throws LedgerError `not-a-ledger` where something else is, `newer-format`
 */
export function isLedger(path: string, files: FileSystem): boolean {
  const names = namesAt(path, files)
  const format = names.includes('agentdescent') ? files.read(`${path}/agentdescent/format`) : undefined
  if (format !== undefined) {
    checkFormat(path, format.toString('latin1').trim())
    return true
  }
  const isFree =
    names.length === 0 || (names.includes('agentdescent') && names.every((name) => OURS.has(name)))
  if (isFree) return false
  throw notALedger(path, whatIsThere(names))
}

/** Makes an empty ledger at a free path; `begin` writes its first commit. The mark that makes it a ledger comes last. */
export async function createRepository(
  path: string,
  files: FileSystem,
  begin: () => Promise<void>,
): Promise<void> {
  await makeDirectories(files, path)
  for (const directory of DIRECTORIES) await makeDirectoryIn(files, path, directory)
  await writeDurably(files, path, { name: 'config', text: CONFIG })
  await writeDurably(files, path, { name: 'HEAD', text: 'ref: refs/heads/dev\n' })
  await begin()
  await writeDurably(files, path, { name: 'agentdescent/format', text: `${FORMAT}\n` })
}

export function notALedger(path: string, what: string): LedgerError {
  return new LedgerError({
    code: 'not-a-ledger',
    argument: 'ledger',
    value: path,
    message: `The path ${path} is no ledger: ${what}.`,
    fix: 'Name a ledger; opened for writing, one is made in an empty directory or where nothing is.',
  })
}

function namesAt(path: string, files: FileSystem): readonly string[] {
  try {
    return files.list(path) ?? []
  } catch (error) {
    if (failureCode(error) === 'ENOTDIR') throw notALedger(path, 'it is a file')
    throw error
  }
}

function checkFormat(path: string, text: string): void {
  if (text === String(FORMAT)) return
  const isNewer = /^\d+$/.test(text) && Number(text) > FORMAT
  throw new LedgerError({
    code: isNewer ? 'newer-format' : 'corrupt',
    argument: 'ledger',
    value: path,
    message: `The ledger ${path} has format ${shown(text)}; this version reads ${FORMAT}.`,
    fix: isNewer ? 'Update agentdescent.' : `Restore ${path}/agentdescent/format from a backup.`,
  })
}

function whatIsThere(names: readonly string[]): string {
  if (names.includes('.git')) return 'it is a git work tree'
  if (names.includes('HEAD') && names.includes('objects')) return 'it is a git repository of something else'
  return `it holds ${names.slice(0, 3).map(shown).join(', ')}${names.length > 3 ? ', …' : ''}`
}
