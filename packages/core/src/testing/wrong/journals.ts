import type { RunJournal, RunJournals } from '../../journal/journal.ts'
import type { JournalHost } from '../journal-contract.ts'
import { MemoryJournals } from '../journal/memory-journals.ts'

/** Journals in memory, and the place that holds them. */
export function memoryHost(change: (journal: RunJournal) => RunJournal = (journal) => journal): JournalHost {
  const journals = new MemoryJournals()
  const opened: RunJournals = {
    list: () => journals.list(),
    open: async (name) => change(await journals.open(name)),
  }
  return { open: async () => opened, losePower: () => journals.losePower() }
}

/** Says that records survive before they do. */
export function hastyJournals(): JournalHost {
  return memoryHost((journal) => ({ ...journal, settled: async () => undefined }))
}

/** Loses a record in the middle when many are appended at once. */
export function forgetfulJournals(): JournalHost {
  return memoryHost((journal) => {
    let count = 0
    return {
      ...journal,
      append(record) {
        count++
        if (count % 20 !== 0) journal.append(record)
      },
    }
  })
}

/** Keeps only what was there when it began to settle. */
export function deafJournals(): JournalHost {
  return memoryHost((journal) => {
    let settling: Promise<void> | undefined
    return { ...journal, settled: () => (settling ??= journal.settled()) }
  })
}
