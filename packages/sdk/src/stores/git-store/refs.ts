import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { LedgerError } from '@agentdescent/core'
import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'
import { corruption } from './ledger-failures.ts'

export interface RefSwap {
  readonly branch: string
  /** What the branch must hold; undefined when it must not exist. */
  readonly expected: string | undefined
  readonly next: string
  /** Seconds since 1970, for the reflog. */
  readonly seconds: number
  readonly reason: string
}

export interface RefOptions {
  readonly files: FileSystem
  readonly isDurable: boolean
  /** How long to wait for another program's lock before giving up. */
  readonly lockWaitMs: number
}

/** The branches of a repository, moved by git's own protocol: lock, verify, rename. */
export class Refs {
  readonly #files: FileSystem
  readonly #root: string
  readonly #isDurable: boolean
  readonly #lockWaitMs: number

  constructor(gitDirectory: string, { files, isDurable, lockWaitMs }: RefOptions) {
    this.#files = files
    this.#root = gitDirectory
    this.#isDurable = isDurable
    this.#lockWaitMs = lockWaitMs
  }

  /**
   * Returns the commit of the branch; undefined when there is no such branch. A torn file is never taken for an absent one.
   * @throws LedgerError `corrupt`
   */
  read(branch: string): string | undefined {
    // A branch may move from its own file into packed-refs between the two looks, hence twice.
    return this.#readLoose(branch) ?? this.#readPacked(branch) ?? this.#readLoose(branch)
  }

  /** Moves the branch and resolves to true, or leaves it and resolves to false when it does not hold what is expected. */
  async swap(swap: RefSwap): Promise<boolean> {
    const path = this.#pathOf(swap.branch)
    const proof = `${this.#root}/agentdescent/lock-${process.pid}-${randomBytes(6).toString('hex')}`
    await this.#writeDurably(proof, `${swap.next}\n`)
    try {
      await this.#lock(proof, `${path}.lock`)
      if (this.read(swap.branch) !== swap.expected) {
        this.#files.unlink(`${path}.lock`)
        return false
      }
      this.#files.rename(`${path}.lock`, path)
      if (this.#isDurable) await this.#files.syncDirectory(`${this.#root}/refs/heads`)
    } finally {
      this.#files.unlink(proof)
    }
    this.#recordMove(swap)
    return true
  }

  /** A link, unlike a new file, is never empty, and its second name proves whose it is. */
  async #lock(proof: string, lock: string): Promise<void> {
    const deadline = Date.now() + this.#lockWaitMs
    while (!this.#tryLink(proof, lock)) {
      if (Date.now() > deadline) throw this.#lockedByAnother(lock)
      await setTimeout(2 + Math.random() * 8)
    }
  }

  #tryLink(proof: string, lock: string): boolean {
    try {
      this.#files.link(proof, lock)
      return true
    } catch (error) {
      if (failureCode(error) === 'EEXIST') return false
      throw error
    }
  }

  #lockedByAnother(lock: string): LedgerError {
    const age = Math.round((Date.now() - (this.#files.facts(lock)?.modifiedMs ?? Date.now())) / 1000)
    return new LedgerError({
      code: 'locked',
      argument: 'ledger',
      value: lock,
      message: `Another program holds ${lock} for ${age} s.`,
      fix: 'Wait for it to end; when no git runs in that repository, remove the file.',
    })
  }

  async #writeDurably(path: string, text: string): Promise<void> {
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

  #readLoose(branch: string): string | undefined {
    const path = this.#pathOf(branch)
    const text = this.#files.read(path)?.toString('latin1')
    if (text === undefined || /^[0-9a-f]{40}\n$/.test(text)) return text?.slice(0, 40)
    throw corruption(
      this.#root,
      `branch ${branch} is torn, ${path} holds ${JSON.stringify(text.slice(0, 50))}`,
      `The last line of ${this.#logPathOf(branch)} names its commit; opening the ledger again recovers it.`,
    )
  }

  #readPacked(branch: string): string | undefined {
    const text = this.#files.read(`${this.#root}/packed-refs`)?.toString('latin1') ?? ''
    const line = text.split('\n').find((each) => each.slice(41) === `refs/heads/${branch}`)
    return line?.slice(0, 40)
  }

  /** The reflog is what recovery mends a torn branch from; the move itself is done and stands without it. */
  #recordMove({ branch, expected, next, seconds, reason }: RefSwap): void {
    const before = expected ?? '0'.repeat(40)
    const line = `${before} ${next} agentdescent <agentdescent@localhost> ${seconds} +0000\t${reason}\n`
    this.#files.append(this.#logPathOf(branch), line)
  }

  #pathOf(branch: string): string {
    return `${this.#root}/refs/heads/${branch}`
  }

  #logPathOf(branch: string): string {
    return `${this.#root}/logs/refs/heads/${branch}`
  }
}
