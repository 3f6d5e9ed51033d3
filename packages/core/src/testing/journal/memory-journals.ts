import type { RunJournal, RunJournals } from '../../journal/journal.ts'
import type { JournalRecord } from '../../journal/records.ts'
import { LedgerError } from '../../model/errors.ts'

/** Journals that live as long as the object: what tests resume from, cut short where they like. */
export class MemoryJournals implements RunJournals {
  /** As text, which a process that ends cannot change any more. */
  readonly #settled = new Map<string, readonly string[]>()
  readonly #waiting = new Map<string, string[]>()
  readonly #owners = new Map<string, number>()
  readonly #open = new Set<string>()

  /** Returns the journals of a ledger that hold these records. */
  static of(records: ReadonlyMap<string, readonly JournalRecord[]>): MemoryJournals {
    const journals = new MemoryJournals()
    for (const [name, list] of records)
      journals.#settled.set(
        name,
        list.map((record) => JSON.stringify(record)),
      )
    return journals
  }

  /** Returns what was appended to a journal, settled or not. */
  recordsOf(name: string): readonly JournalRecord[] {
    return [...(this.#settled.get(name) ?? []), ...(this.#waiting.get(name) ?? [])].map((text) =>
      JSON.parse(text),
    )
  }

  /** Ends all owners; what was not settled is lost. */
  losePower(): void {
    this.#waiting.clear()
    this.#open.clear()
  }

  async list(): Promise<readonly { readonly name: string; readonly first: JournalRecord }[]> {
    return [...this.#settled.keys()].flatMap((name) => {
      const [first] = this.recordsOf(name)
      return first === undefined ? [] : [{ name, first }]
    })
  }

  async open(name: string): Promise<RunJournal> {
    if (this.#open.has(name))
      throw new LedgerError({ code: 'locked', message: `The run ${name} is under way already.` })
    this.#open.add(name)
    const owner = (this.#owners.get(name) ?? 0) + 1
    this.#owners.set(name, owner)
    const waiting: string[] = []
    this.#waiting.set(name, waiting)
    const settle = (): void => {
      this.#settled.set(name, [...(this.#settled.get(name) ?? []), ...waiting.splice(0)])
    }
    return {
      past: (this.#settled.get(name) ?? []).map((text) => JSON.parse(text)),
      epoch: owner,
      pid: 1,
      placeOf: (position) => `record ${position}`,
      append: (record) => void waiting.push(JSON.stringify(record)),
      settled: async () => settle(),
      close: async () => {
        settle()
        this.#open.delete(name)
      },
    }
  }
}
