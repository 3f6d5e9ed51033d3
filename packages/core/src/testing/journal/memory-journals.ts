import type { RunJournal, RunJournals } from '../../journal/journal.ts'
import type { JournalRecord } from '../../journal/records.ts'

/** Journals that live as long as the object: what tests resume from, cut short where they like. */
export class MemoryJournals implements RunJournals {
  readonly #records = new Map<string, readonly JournalRecord[]>()

  /** Returns the journals of a ledger that hold these records, each as a text would give it back. */
  static of(records: ReadonlyMap<string, readonly JournalRecord[]>): MemoryJournals {
    const journals = new MemoryJournals()
    for (const [name, list] of records) journals.#records.set(name, list.map(copyOf))
    return journals
  }

  recordsOf(name: string): readonly JournalRecord[] {
    return this.#records.get(name) ?? []
  }

  async list(): Promise<readonly { readonly name: string; readonly first: JournalRecord }[]> {
    return [...this.#records].flatMap(([name, [first]]) => (first === undefined ? [] : [{ name, first }]))
  }

  async open(name: string): Promise<RunJournal> {
    const past = this.recordsOf(name)
    return {
      past,
      epoch: 1 + past.filter(({ kind }) => kind === 'owner').length,
      pid: 1,
      placeOf: (position) => `record ${position}`,
      append: (record) => void this.#records.set(name, [...this.recordsOf(name), copyOf(record)]),
      settled: async () => undefined,
      close: async () => undefined,
    }
  }
}

function copyOf(record: JournalRecord): JournalRecord {
  return JSON.parse(JSON.stringify(record))
}
