import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { LedgerError, shown } from '@agentdescent/core'
import { makeDirectoryIn, writeDurably } from './durable-file.ts'
import type { FileSystem } from './file-system.ts'
import { failureCode } from './file-system.ts'
import { isUnsupported, lockedByAnother } from './ledger-lock.ts'

/** The right to write as a run. It ends with the process, or with the store that took it. */
export interface RunClaim {
  readonly run: string
  /** Counted from 1; one more each time that the run is claimed. */
  readonly epoch: number
}

interface HeldClaim extends RunClaim {
  /** What the run's file says while no one else has claimed it. */
  readonly text: string
  readonly lock: number | undefined
}

/** Whoever only looks whether a run is taken has its lock for a moment, which is far shorter. */
const LOOK_MS = 100

/**
 * Keeps a run to one owner. The owner holds a lock of the system; where that is lost or not to be had, the run's epoch tells a
 * process that was taken for dead that another has gone on in its place.
 */
export class RunClaims {
  readonly #gitDirectory: string
  readonly #files: FileSystem
  readonly #held = new Map<string, HeldClaim>()
  /** What the first check said that found a run of this process claimed by another. */
  #fencedBy: LedgerError | undefined

  constructor(gitDirectory: string, files: FileSystem) {
    this.#gitDirectory = gitDirectory
    this.#files = files
  }

  /** @throws LedgerError `bad-run-id`, `locked` while another process owns the run */
  async claim(run: string): Promise<RunClaim> {
    const held = this.#held.get(run)
    if (held !== undefined) return held
    const name = `agentdescent/runs/${checkedRun(run)}`
    await makeDirectoryIn(this.#files, this.#gitDirectory, name)
    const lock = await this.#lock(`${this.#gitDirectory}/${name}/run.lock`)
    const before = this.#files.read(`${this.#gitDirectory}/${name}/epoch`)?.toString('latin1') ?? ''
    const epoch = Number.parseInt(before, 10) + 1 || 1
    const text = `${epoch} ${process.pid} ${randomBytes(8).toString('hex')}\n`
    await writeDurably(this.#files, this.#gitDirectory, { name: `${name}/epoch`, text })
    const claim = { run, epoch, text, lock }
    this.#held.set(run, claim)
    return claim
  }

  /** Returns the epoch of a run that this process owns; undefined for any other. */
  epochOf(run: string): number | undefined {
    return this.#held.get(run)?.epoch
  }

  /** @throws LedgerError `fenced`, from then on, when another process has claimed a run of this one since */
  check(): void {
    if (this.#fencedBy !== undefined) throw this.#fencedBy
    for (const { run, epoch, text } of this.#held.values()) {
      const found =
        this.#files.read(`${this.#gitDirectory}/agentdescent/runs/${run}/epoch`)?.toString('latin1') ?? ''
      if (found === text) continue
      this.#fencedBy = fenced(found, { run, epoch })
      throw this.#fencedBy
    }
  }

  /** Says whether no other process is known to have claimed a run of this one since; a disk that cannot be read tells nothing. */
  areOurs(): boolean {
    try {
      this.check()
    } catch (error) {
      if (failureCode(error) === undefined) throw error
    }
    return this.#fencedBy === undefined
  }

  /** Gives the run up, for whoever claims it next. */
  releaseRun(run: string): void {
    const lock = this.#held.get(run)?.lock
    if (lock !== undefined) this.#files.close(lock)
    this.#held.delete(run)
  }

  release(): void {
    for (const { lock } of this.#held.values()) if (lock !== undefined) this.#files.close(lock)
    this.#held.clear()
  }

  async #lock(path: string): Promise<number | undefined> {
    const deadline = Date.now() + LOOK_MS
    try {
      for (;;) {
        const lock = this.#files.tryLock(path)
        if (lock !== undefined) return lock
        if (Date.now() > deadline) break
        await setTimeout(LOOK_MS / 10)
      }
    } catch (error) {
      if (isUnsupported(error)) return undefined
      throw error
    }
    throw lockedByAnother(path, this.#files)
  }
}

/** Says who has the run, as far as its file does. */
function fenced(found: string, { run, epoch }: RunClaim): LedgerError {
  const [, newest, pid] = /^(\d+) (\d+) /.exec(found) ?? []
  const [who, since] = pid === undefined ? ['Another process', ''] : [`Process ${pid}`, `epoch ${newest}; `]
  return new LedgerError({
    code: 'fenced',
    argument: 'run',
    value: run,
    message: `${who} has gone on with run ${run} (${since}this process, ${process.pid}, has epoch ${epoch}).`,
    fix: 'End this process: what it would write, the other has written or will write.',
  })
}

function checkedRun(run: string): string {
  if (/^[\w.-]{1,100}$/.test(run) && !/^\.+$/.test(run)) return run
  throw new LedgerError({
    code: 'bad-run-id',
    argument: 'run',
    value: shown(run),
    message: `Run id ${shown(run)} must match [A-Za-z0-9_.-]+, 1 to 100 characters, not only dots.`,
  })
}
