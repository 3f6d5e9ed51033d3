import type { BranchLock } from './branch-lock.ts'
import { writeDurably } from './durable-file.ts'
import type { FileSystem } from './file-system.ts'
import { failureCode } from './file-system.ts'
import { corruption } from './ledger-failures.ts'
import type { LedgerLock } from './ledger-lock.ts'

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
  readonly ledgerLock: LedgerLock
  readonly branchLock: BranchLock
  /** Called with the locks held, before a branch moves; throws to keep it where it is. */
  readonly mayMove: () => void
}

/** A reflog is for mending the branch, and its line tells nothing that the commit does not: some are enough. */
const LOG_BYTES = 1 << 18
const LOG_LINES = 500

/** The branches of a repository, moved by git's own protocol: lock, verify, rename. */
export class Refs {
  readonly #root: string
  readonly #options: RefOptions

  constructor(gitDirectory: string, options: RefOptions) {
    this.#root = gitDirectory
    this.#options = options
  }

  /**
   * Returns the commit of the branch; undefined when there is no such branch. A torn file is never taken for an absent one.
   * @throws LedgerError `corrupt`
   */
  read(branch: string): string | undefined {
    // A branch may move from its own file into packed-refs between the two looks, hence twice.
    return this.#readLoose(branch) ?? this.#readPacked(branch) ?? this.#readLoose(branch)
  }

  /**
   * Moves the branch and resolves to true, or leaves it and resolves to false when it does not hold what is expected.
   * @throws LedgerError `locked`, `corrupt`
   */
  swap(swap: RefSwap): Promise<boolean> {
    const { ledgerLock, branchLock } = this.#options
    const [path, text] = [`${this.pathOf(swap.branch)}.lock`, `${swap.next}\n`]
    return ledgerLock.run((isGuarded) =>
      branchLock.hold({ path, text, isGuarded }, () => this.#verifyAndMove(path, swap)),
    )
  }

  /** Leaves the last lines of a long reflog. @throws LedgerError `locked`, `corrupt` */
  async trimLog(branch: string): Promise<void> {
    const { files, ledgerLock, branchLock } = this.#options
    const commit = this.read(branch)
    if (commit === undefined || (files.facts(this.logPathOf(branch))?.size ?? 0) < LOG_BYTES) return
    const [path, text] = [`${this.pathOf(branch)}.lock`, `${commit}\n`]
    // Whoever adds a line holds the branch's lock, git too.
    await ledgerLock.run((isGuarded) =>
      branchLock.hold({ path, text, isGuarded }, async () => {
        try {
          await this.#keepLastLines(branch)
        } finally {
          files.unlink(path)
        }
      }),
    )
  }

  pathOf(branch: string): string {
    return `${this.#root}/refs/heads/${branch}`
  }

  logPathOf(branch: string): string {
    return `${this.#root}/logs/refs/heads/${branch}`
  }

  async #keepLastLines(branch: string): Promise<void> {
    const { files } = this.#options
    const lines = (files.read(this.logPathOf(branch))?.toString('utf8') ?? '').split('\n')
    // The last piece is what follows the last line: nothing, or a torn line.
    const text = lines.slice(-1 - LOG_LINES).join('\n')
    await writeDurably(files, this.#root, { name: `logs/refs/heads/${branch}`, text })
  }

  async #verifyAndMove(lock: string, swap: RefSwap): Promise<boolean> {
    const { files, isDurable, mayMove } = this.#options
    let isMoved = false
    try {
      mayMove()
      if (this.read(swap.branch) !== swap.expected) return false
      files.rename(lock, this.pathOf(swap.branch))
      isMoved = true
    } finally {
      if (!isMoved) files.unlink(lock)
    }
    if (isDurable) await files.syncDirectory(`${this.#root}/refs/heads`)
    this.#recordMove(swap)
    return true
  }

  #readLoose(branch: string): string | undefined {
    const path = this.pathOf(branch)
    const text = this.#options.files.read(path)?.toString('latin1')
    if (text === undefined || /^[0-9a-f]{40}\n$/.test(text)) return text?.slice(0, 40)
    throw corruption(
      this.#root,
      `branch ${branch} is torn, ${path} holds ${JSON.stringify(text.slice(0, 50))}`,
      `Open the ledger for writing, which mends it from ${this.logPathOf(branch)}.`,
    )
  }

  #readPacked(branch: string): string | undefined {
    const text = this.#options.files.read(`${this.#root}/packed-refs`)?.toString('latin1') ?? ''
    const line = text.split('\n').find((each) => each.slice(41) === `refs/heads/${branch}`)
    return line?.slice(0, 40)
  }

  /** The reflog is what a torn branch is mended from. The branch has moved, and stands without its line. */
  #recordMove({ branch, expected, next, seconds, reason }: RefSwap): void {
    const before = expected ?? '0'.repeat(40)
    const line = `${before} ${next} agentdescent <agentdescent@localhost> ${seconds} +0000\t${reason}\n`
    try {
      this.#options.files.append(this.logPathOf(branch), line)
    } catch (error) {
      if (failureCode(error) === undefined) throw error
    }
  }
}
