import { resolve } from 'node:path'
import { type JournalSummary, summariseJournal } from '@agentdescent/core'
import { nodeFileSystem } from './stores/git-store/file-system.ts'
import { readJournal } from './stores/git-store/journals/journal-segments.ts'
import { withLedgerErrors } from './stores/git-store/ledger-failures.ts'

/**
 * Returns what the journals of a ledger say of its runs, also while a process has one of them; changes nothing.
 * @throws LedgerError `corrupt` with the file and the offset, `newer-format`, `io`
 */
export function readRunJournals(ledger: string): Promise<readonly JournalSummary[]> {
  const path = resolve(ledger)
  const folder = `${path}/agentdescent/runs`
  return withLedgerErrors(path, () =>
    (nodeFileSystem.list(folder) ?? []).flatMap(
      (name) => summariseJournal(name, readJournal(nodeFileSystem, path, `${folder}/${name}`).records) ?? [],
    ),
  )
}
