import { setTimeout } from 'node:timers/promises'
import { LedgerError } from '@agentdescent/core'
import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'

/** What a call is answered where the system, or the file system, does not have it. */
const UNSUPPORTED = new Set(['ENOSYS', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOLCK'])

export function isUnsupported(error: unknown): boolean {
  return UNSUPPORTED.has(failureCode(error) ?? '')
}

/**
 * Keeps the processes that share a ledger from moving a branch at the same time, by a lock that the system frees when its
 * holder ends. Where there is no such lock, git's own lock file alone decides.
 */
export class LedgerLock {
  readonly #files: FileSystem
  readonly #path: string
  readonly #waitMs: number

  constructor(path: string, { files, waitMs }: { readonly files: FileSystem; readonly waitMs: number }) {
    this.#files = files
    this.#path = path
    this.#waitMs = waitMs
  }

  /** Runs the work alone; `isGuarded` says whether the system sees to that. @throws LedgerError `locked` */
  async run<Value>(work: (isGuarded: boolean) => Promise<Value>): Promise<Value> {
    const file = await this.#acquire()
    try {
      return await work(file !== undefined)
    } finally {
      if (file !== undefined) this.#files.close(file)
    }
  }

  /** Runs the work alone, or leaves it when another process holds the lock; says whether it ran. */
  async tryRun(work: () => Promise<void>): Promise<boolean> {
    const file = this.#tryLock()
    if (file === 'held') return false
    try {
      await work()
      return true
    } finally {
      if (file !== undefined) this.#files.close(file)
    }
  }

  async #acquire(): Promise<number | undefined> {
    const deadline = Date.now() + this.#waitMs
    for (;;) {
      const file = this.#tryLock()
      if (file !== 'held') return file
      if (Date.now() > deadline) throw lockedByAnother(this.#path, this.#files)
      await setTimeout(1 + Math.random() * 4)
    }
  }

  /** Returns the locked file; undefined where the system has no such locks. */
  #tryLock(): number | 'held' | undefined {
    try {
      return this.#files.tryLock(this.#path) ?? 'held'
    } catch (error) {
      if (isUnsupported(error)) return undefined
      throw error
    }
  }
}

/** Says who holds the lock, since when, and what to do. */
export function lockedByAnother(path: string, files: FileSystem): LedgerError {
  const holder = /^\d+$/.exec(files.read(path)?.toString('latin1').trim() ?? '')?.[0]
  const modified = files.facts(path)?.modifiedMs
  const age = modified === undefined ? 'some' : Math.max(0, Math.round((Date.now() - modified) / 1000))
  return new LedgerError({
    code: 'locked',
    argument: 'ledger',
    value: path,
    message: `${holder === undefined ? 'Another program' : `Process ${holder}`} has held ${path} for ${age} s.`,
    fix:
      holder === undefined
        ? 'Wait for it to end; when no git runs in that repository, remove the file.'
        : 'Wait for that process, or end it: the lock goes with it.',
  })
}
