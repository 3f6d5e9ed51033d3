import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { createFile } from './durable-file.ts'
import { failureCode } from './file-system.ts'
import type { FileFacts, FileSystem } from './file-system.ts'
import { sha1 } from './git-objects.ts'
import { isUnsupported, lockedByAnother } from './ledger-lock.ts'

export interface BranchLockOptions {
  readonly files: FileSystem
  readonly isDurable: boolean
  readonly waitMs: number
}

/** Where this process is, so that another host's process ids are never taken for ours. */
const HOST = sha1(hostname()).slice(0, 8)

/** Ends the name of a proof whose owner makes locks without links. */
const SECOND_WAY = '-single'

/** No living program leaves a lock without its text for so long. */
const UNWRITTEN_MS = 5_000

interface ProofAndLock {
  readonly own: FileFacts
  readonly lock: FileFacts
  /** What the lock holds. */
  readonly text: string
}

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
  #canLink = true

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
    const proof = this.#freshProof(isGuarded, this.#canLink ? '' : SECOND_WAY)
    await this.#write(proof, text)
    let isLeft = false
    try {
      if (await this.#acquire(proof, path, { text, isGuarded })) {
        isLeft = true
        const value = await work()
        isLeft = false
        return value
      }
    } finally {
      // A lock that could not be removed is told by its proof, so that the next one who wants it breaks it.
      if (!isLeft || this.#files.facts(path) === undefined) this.#files.unlink(proof)
    }
    return this.hold({ path, text, isGuarded }, work)
  }

  /**
   * Removes the lock file if its owner is one of ours and has ended; says whether it did, or found none. `holder` is the proof of
   * the one who asks.
   */
  breakOwn(path: string, isGuarded: boolean, holder?: string): boolean {
    const lock = this.#files.facts(path)
    if (lock === undefined) return true
    const text = this.#files.read(path)?.toString('latin1') ?? ''
    const proof = this.proofs().find((name) => {
      if (`${this.#proofs}/${name}` === holder || !hasEnded(name, isGuarded)) return false
      const own = this.#files.facts(`${this.#proofs}/${name}`)
      return own !== undefined && (own.identity === lock.identity || this.#made(name, { own, lock, text }))
    })
    return proof !== undefined && this.#breakOnce(path, proof, isGuarded)
  }

  /** Returns the names of all proofs, also those that ended processes left. */
  proofs(): readonly string[] {
    return (this.#files.list(this.#proofs) ?? []).filter((name) => name.startsWith('lock-'))
  }

  #freshProof(isGuarded: boolean, ending: string): string {
    const mark = isGuarded ? 'guarded' : 'alone'
    return `${this.#proofs}/lock-${mark}-${HOST}-${process.pid}-${this.#mark}${this.#count++}${ending}`
  }

  /** Of several that would remove the lock, the one that makes its proof its own does: no other removes what comes after it. */
  #breakOnce(path: string, proof: string, isGuarded: boolean): boolean {
    const own = this.#freshProof(isGuarded, proof.endsWith(SECOND_WAY) ? SECOND_WAY : '')
    try {
      this.#files.rename(`${this.#proofs}/${proof}`, own)
    } catch (error) {
      if (failureCode(error) === 'ENOENT') return false
      throw error
    }
    this.#files.unlink(path)
    this.#files.unlink(own)
    return true
  }

  /** Resolves to true with the lock; to false when there are no links here, which the proof's name has to tell. */
  async #acquire(
    proof: string,
    path: string,
    { text, isGuarded }: { readonly text: string; readonly isGuarded: boolean },
  ): Promise<boolean> {
    const deadline = Date.now() + this.#waitMs
    while (!(await this.#tryAcquire(proof, path, text))) {
      if (!this.#canLink && !proof.endsWith(SECOND_WAY)) return false
      if (this.breakOwn(path, isGuarded, proof)) continue
      if (Date.now() > deadline) throw lockedByAnother(path, this.#files)
      await setTimeout(2 + Math.random() * 8)
    }
    return true
  }

  async #tryAcquire(proof: string, path: string, text: string): Promise<boolean> {
    try {
      if (this.#canLink) this.#files.link(proof, path)
      else await this.#write(path, text)
      return true
    } catch (error) {
      if (failureCode(error) === 'EEXIST') return false
      if (!this.#canLink || !isUnsupported(error)) throw error
      this.#canLink = false
      return false
    }
  }

  /**
   * Says whether the owner of the proof made the lock in the second way, where a file has one name only. A lock that holds all of
   * the proof's text is its own. One that holds less may be git's, which is about to write it, unless it has been so for long.
   */
  #made(proof: string, { own, lock, text }: ProofAndLock): boolean {
    if (!proof.endsWith(SECOND_WAY) || own.modifiedMs > lock.modifiedMs) return false
    const said = this.#files.read(`${this.#proofs}/${proof}`)?.toString('latin1') ?? ''
    if (text !== '' && text === said) return true
    return said.startsWith(text) && Date.now() - lock.modifiedMs > UNWRITTEN_MS
  }

  #write(path: string, text: string): Promise<void> {
    const isDurable = this.#isDurable
    return createFile(this.#files, { path, bytes: Buffer.from(text), mode: 0o644, isDurable })
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
