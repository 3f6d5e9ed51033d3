import { dirname } from 'node:path'
import type { FileSystem } from '../file-system.ts'
import { frameOf } from './frames.ts'

/** How long a text may wait for others to share its sync when nobody waits for it, in milliseconds. */
const LONGEST_WAIT_MS = 5

export interface JournalFile {
  /** Made when the first frame is written. */
  readonly path: string
  /** Its first text. */
  readonly first: string
  /** Called before a frame is written; throws to keep it from the disk, and all that follow. */
  readonly mayWrite: () => void
}

/**
 * Appends texts to a new file of frames. Whatever is added while a frame is on its way to the disk goes into the next one, so
 * that one sync serves many, and never more than one frame is unsynced.
 */
export class JournalWriter {
  readonly #files: FileSystem
  readonly #journal: JournalFile
  #file: number | undefined
  #waiting: string[] = []
  #writing: Promise<void> | undefined
  #failure: { readonly error: unknown } | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(files: FileSystem, journal: JournalFile) {
    this.#files = files
    this.#journal = journal
  }

  /** Adds a text, which is written soon also if nobody settles it. */
  add(text: string): void {
    this.#waiting.push(text)
    // A failure is kept for whoever settles.
    this.#timer ??= setTimeout(() => void this.settled().catch(() => undefined), LONGEST_WAIT_MS).unref()
  }

  /** Resolves once everything added so far survives a loss of power. Throws the first failure, from then on. */
  async settled(): Promise<void> {
    if (this.#writing !== undefined) await this.#writing
    if (this.#waiting.length > 0) {
      this.#writing ??= this.#write()
      await this.#writing
    }
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /** Writes what waits; of an owner that added nothing there is no file. */
  async close(): Promise<void> {
    try {
      await this.settled()
    } finally {
      if (this.#file !== undefined) this.#files.close(this.#file)
      this.#file = undefined
    }
  }

  async #write(): Promise<void> {
    // What is added in the same turn of the loop shares the frame.
    await Promise.resolve()
    const texts = this.#waiting
    this.#waiting = []
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      if (this.#failure === undefined) await this.#put(texts)
    } catch (error) {
      this.#failure = { error }
    } finally {
      this.#writing = undefined
    }
  }

  async #put(texts: readonly string[]): Promise<void> {
    const { first, mayWrite, path } = this.#journal
    mayWrite()
    const isNew = this.#file === undefined
    this.#file ??= this.#files.create(path, 0o644)
    const all = isNew ? [first, ...texts] : texts
    this.#files.write(this.#file, frameOf(`[${all.join(',')}]`))
    await this.#files.sync(this.#file)
    if (isNew) await this.#files.syncDirectory(dirname(path))
  }
}
