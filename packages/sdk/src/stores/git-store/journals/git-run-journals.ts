import process from 'node:process'
import { LedgerError, type JournalRecord, type RunJournal, type RunJournals } from '@agentdescent/core'
import type { FileSystem } from '../file-system.ts'
import { withLedgerErrors } from '../ledger-failures.ts'
import type { RunClaims } from '../run-claims.ts'
import { JOURNAL_FORMAT, readJournal, type SegmentHead, segmentPath } from './journal-segments.ts'
import { JournalWriter } from './journal-writer.ts'

interface Parts {
  readonly path: string
  readonly files: FileSystem
  readonly claims: RunClaims
}

/** The journals below `agentdescent/runs` of a ledger on disk: a folder for each run, a file in it for each of its owners. */
export class GitRunJournals implements RunJournals {
  readonly #parts: Parts
  readonly #open = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  list(isWanted: (name: string) => boolean = () => true): ReturnType<RunJournals['list']> {
    const { files, path } = this.#parts
    return withLedgerErrors(path, () =>
      (files.list(this.#folder('')) ?? []).filter(isWanted).flatMap((name) => {
        const [first] = readJournal(files, path, this.#folder(name)).records
        return first === undefined ? [] : [{ name, first }]
      }),
    )
  }

  open(name: string): Promise<RunJournal> {
    return withLedgerErrors(this.#parts.path, () => this.#opened(name))
  }

  async #opened(name: string): Promise<RunJournal> {
    const { claims, files, path } = this.#parts
    if (this.#open.has(name)) throw this.#inUse(name)
    const { epoch } = await claims.claim(name)
    const { places, records, took } = this.#read(name)
    this.#open.add(name)
    const head: SegmentHead = { format: JOURNAL_FORMAT, epoch, pid: process.pid, took }
    const writer = new JournalWriter(files, {
      path: segmentPath(this.#folder(name), epoch),
      first: JSON.stringify(head),
      mayWrite: () => claims.check(),
    })
    return {
      past: records,
      epoch,
      pid: process.pid,
      placeOf: (position) => places[position] ?? 'its end',
      append: (record: JournalRecord) => writer.add(JSON.stringify(record)),
      settled: () => withLedgerErrors(path, () => writer.settled()),
      close: async () => {
        try {
          await withLedgerErrors(path, async () => {
            await writer.close()
            // An owner that had nothing to write is told here.
            claims.check()
          })
        } finally {
          this.#open.delete(name)
          claims.releaseRun(name)
        }
      },
    }
  }

  /** A journal that cannot be read is given up, for whoever has mended it. */
  #read(name: string): ReturnType<typeof readJournal> {
    const { claims, files, path } = this.#parts
    try {
      return readJournal(files, path, this.#folder(name))
    } catch (error) {
      claims.releaseRun(name)
      throw error
    }
  }

  #folder(name: string): string {
    return `${this.#parts.path}/agentdescent/runs/${name}`
  }

  #inUse(name: string): LedgerError {
    return new LedgerError({
      code: 'locked',
      argument: 'ledger',
      value: this.#parts.path,
      message: `This process (${process.pid}) has the run ${name} of the ledger ${this.#parts.path} under way already.`,
      fix: 'Wait for its end, or give the other run an artifact.id or a ledger of its own.',
    })
  }
}
