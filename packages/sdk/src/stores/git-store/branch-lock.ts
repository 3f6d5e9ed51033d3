import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'
import { sha1 } from './git-objects.ts'
import { isUnsupported, lockedByAnother } from './ledger-lock.ts'

export interface BranchLockOptions {
  readonly files: FileSystem
  readonly isDurable: boolean
  readonly waitMs: number
}

/** Where this process is, so that another host's process ids are never taken for ours. */
const HOST = sha1(hostname()).slice(0, 8)

/**
 * The lock file of git, `dev.lock`, holding the next value of the branch. Its content is written to a file of our own first, the
 * proof: a link to that makes a lock which is never empty, and whose other name tells whose it is when its owner has ended.
 */
export class BranchLock {
  readonly #files: FileSystem
  readonly #proofs: string
  readonly #isDurable: boolean
  readonly #waitMs: number
  readonly #mark = randomBytes(6).toString('hex')
  #count = 0

  constructor(gitDirectory: string, { files, isDurable, waitMs }: BranchLockOptions) {
    this.#files = files
    this.#proofs = `${gitDirectory}/agentdescent`
    this.#isDurable = isDurable
    this.#waitMs = waitMs
  }

  /** Runs the work, which renames or removes the lock file, while it holds `text`. @throws LedgerError `locked` */
  async hold<Value>(
    { path, text, isGuarded }: { readonly path: string; readonly text: string; readonly isGuarded: boolean },
    work: () => Promise<Value>,
  ): Promise<Value> {
    const mark = isGuarded ? 'guarded' : 'alone'
    const proof = `${this.#proofs}/lock-${mark}-${HOST}-${process.pid}-${this.#mark}${this.#count++}`
    await this.#write(proof, text)
    try {
      await this.#acquire(proof, path, { text, isGuarded })
      return await work()
    } finally {
      this.#files.unlink(proof)
    }
  }

  /** Removes the lock file if its owner is one of ours and has ended; says whether it did. */
  breakOwn(path: string, isGuarded: boolean): boolean {
    const lock = this.#files.facts(path)
    if (lock === undefined) return true
    const text = this.#files.read(path)?.toString('latin1') ?? ''
    const proof = this.proofs().find((name) => {
      const own = this.#files.facts(`${this.#proofs}/${name}`)
      if (own === undefined || !hasEnded(name, isGuarded)) return false
      return own.identity === lock.identity || (own.modifiedMs <= lock.modifiedMs && this.#says(name, text))
    })
    if (proof === undefined) return false
    this.#files.unlink(path)
    this.#files.unlink(`${this.#proofs}/${proof}`)
    return true
  }

  /** Returns the names of all proofs, also those that ended processes left. */
  proofs(): readonly string[] {
    return (this.#files.list(this.#proofs) ?? []).filter((name) => name.startsWith('lock-'))
  }

  async #acquire(
    proof: string,
    path: string,
    { text, isGuarded }: { readonly text: string; readonly isGuarded: boolean },
  ): Promise<void> {
    const deadline = Date.now() + this.#waitMs
    while (!(await this.#tryAcquire(proof, path, text))) {
      if (this.breakOwn(path, isGuarded)) continue
      if (Date.now() > deadline) throw lockedByAnother(path, this.#files)
      await setTimeout(2 + Math.random() * 8)
    }
  }

  async #tryAcquire(proof: string, path: string, text: string): Promise<boolean> {
    try {
      this.#files.link(proof, path)
      return true
    } catch (error) {
      if (failureCode(error) === 'EEXIST') return false
      if (!isUnsupported(error)) throw error
    }
    return this.#tryCreate(path, text)
  }

  /** The second way, where a file has one name only: a lock may be empty for a moment, and its text tells whose it is. */
  async #tryCreate(path: string, text: string): Promise<boolean> {
    try {
      await this.#write(path, text)
      return true
    } catch (error) {
      if (failureCode(error) === 'EEXIST') return false
      throw error
    }
  }

  /** A lock of the second way holds its proof's text, or as much of it as its owner came to write. */
  #says(proof: string, text: string): boolean {
    return this.#files.read(`${this.#proofs}/${proof}`)?.toString('latin1').startsWith(text) ?? false
  }

  async #write(path: string, text: string): Promise<void> {
    const file = this.#files.create(path, 0o644)
    try {
      this.#files.write(file, Buffer.from(text))
      if (this.#isDurable) await this.#files.sync(file)
    } catch (error) {
      this.#files.unlink(path)
      throw error
    } finally {
      this.#files.close(file)
    }
  }
}

/** Says whether the owner of a proof has ended: whoever holds the system's lock is the only one of its users with a branch's. */
export function hasEnded(proof: string, isGuarded: boolean): boolean {
  const [, mark, host, pid] = proof.split('-')
  if (isGuarded && mark === 'guarded') return true
  return host === HOST && !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return failureCode(error) !== 'ESRCH'
  }
}
