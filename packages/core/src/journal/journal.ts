import type { JournalRecord } from './records.ts'

/** The record of one run, which this process owns until it is closed. Records survive in the order in which they are appended. */
export interface RunJournal {
  /** What earlier owners left, oldest first. A record that was cut short by the end of its process is not among them. */
  readonly past: readonly JournalRecord[]
  /** Counted from 1: how many owners the run has had. */
  readonly epoch: number
  readonly pid: number
  /** Says where a record of the past stands, for a person: file and offset. */
  placeOf(position: number): string
  /** Adds a record, which is kept soon also if nobody settles it. A failure to keep it is thrown by the next `settled`. */
  append(record: JournalRecord): void
  /** Resolves once everything appended so far survives a loss of power. @throws LedgerError `io` */
  settled(): Promise<void>
  /** Ends all use, after everything appended is settled. */
  close(): Promise<void>
}

/** The journals of a ledger, by name: `[A-Za-z0-9_.-]+`, at most 100 characters. */
export interface RunJournals {
  /**
   * Returns the first record of each journal that holds one, without taking the run from its owner. Journals whose name is not
   * wanted need not be looked at: default, all are.
   * @throws LedgerError `corrupt`, `newer-format`, `io`
   */
  list(
    isWanted?: (name: string) => boolean,
  ): Promise<readonly { readonly name: string; readonly first: JournalRecord }[]>
  /** @throws LedgerError `locked` while another process owns the run, `corrupt`, `newer-format`, `io` */
  open(name: string): Promise<RunJournal>
}
