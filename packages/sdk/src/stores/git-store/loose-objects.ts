import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { deflated, inflated } from './deflate.ts'
import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'
import type { GitObject } from './git-objects.ts'
import { sha1 } from './git-objects.ts'
import { corruption } from './ledger-failures.ts'

/** Objects whose files are open at the same time. */
const BATCH = 64

/** With its header, what one block of most file systems holds. */
const BLOCK_BYTES = 4_080

/** How often a directory may vanish while objects are written to it. */
const TRIES = 8

/** An object whose file is open under a temporary name. */
interface PendingObject {
  readonly file: number
  readonly temporary: string
  readonly path: string
}

/** The objects of a repository that are files of their own; every one that is there is whole, or was written by another. */
export class LooseObjects {
  readonly #files: FileSystem
  readonly #root: string
  readonly #isDurable: boolean
  readonly #prefix = `tmp_obj_${process.pid}_${randomBytes(6).toString('hex')}`
  #count = 0
  #made = 0

  constructor(gitDirectory: string, { files, isDurable }: { files: FileSystem; isDurable: boolean }) {
    this.#files = files
    this.#root = `${gitDirectory}/objects`
    this.#isDurable = isDurable
  }

  /** How many files this process made since the last `list`. */
  get made(): number {
    return this.#made
  }

  /** Resolves once all objects are there and, unless the store is not durable, survive a loss of power. */
  async write(objects: readonly GitObject[]): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        await this.#writeOnce(objects)
        return
      } catch (error) {
        // Git removes a directory once it has packed what was in it: what is not there any more is written again.
        if (failureCode(error) !== 'ENOENT' || tries === TRIES) throw error
      }
  }

  /**
   * Returns header and body of the object; undefined when it is no file of its own.
   * @throws LedgerError `corrupt`
   */
  read(oid: string): Buffer | undefined {
    const path = this.#pathOf(oid)
    const deflated = this.#files.read(path)
    if (deflated === undefined) return undefined
    const bytes = inflated(deflated)
    if (bytes !== undefined && sha1(bytes) === oid) return bytes
    throw corruption(
      this.#root,
      `object ${oid} is torn`,
      `Remove ${path} and fetch the object from another copy, or open the ledger again to recover.`,
    )
  }

  /** Returns the ids of all objects that are files. */
  list(): readonly string[] {
    this.#made = 0
    const prefixes = (this.#files.list(this.#root) ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name))
    return prefixes.flatMap((prefix) => {
      const names = this.#files.list(`${this.#root}/${prefix}`) ?? []
      return names.flatMap((name) => (/^[0-9a-f]{38}$/.test(name) ? [prefix + name] : []))
    })
  }

  /** Removes an object's file, which a pack holds too; another process may have done so. */
  remove(oid: string): void {
    try {
      this.#files.unlink(this.#pathOf(oid))
    } catch (error) {
      if (failureCode(error) !== 'ENOENT') throw error
    }
  }

  /** Returns how long ago the object's file was written or made young again; infinite when there is none. */
  ageMs(oid: string): number {
    const modified = this.#files.facts(this.#pathOf(oid))?.modifiedMs
    return modified === undefined ? Number.POSITIVE_INFINITY : Date.now() - modified
  }

  /** Says whether the object's file holds what its name says. */
  isWhole(oid: string): boolean {
    const deflated = this.#files.read(this.#pathOf(oid))
    const bytes = deflated === undefined ? undefined : inflated(deflated)
    return bytes !== undefined && sha1(bytes) === oid
  }

  async #writeOnce(objects: readonly GitObject[]): Promise<void> {
    const directories = new Set<string>()
    for (let start = 0; start < objects.length; start += BATCH) {
      if (start > 0) await setImmediate()
      await this.#writeBatch(objects.slice(start, start + BATCH), directories)
    }
    if (this.#isDurable)
      await Promise.all([...directories].map((directory) => this.#files.syncDirectory(directory)))
  }

  async #writeBatch(objects: readonly GitObject[], directories: Set<string>): Promise<void> {
    const pending: PendingObject[] = []
    try {
      for (const object of objects)
        if (!this.#keepsAlready(object, directories)) pending.push(this.#create(object, directories))
      if (this.#isDurable) await Promise.all(pending.map(({ file }) => this.#files.sync(file)))
      for (let next = pending.at(-1); next !== undefined; next = pending.at(-1)) {
        this.#files.rename(next.temporary, next.path)
        this.#files.close(next.file)
        pending.pop()
        this.#made++
      }
    } finally {
      for (const { file, temporary } of pending) this.#discard(file, temporary)
    }
  }

  /** An object that is there already is checked, and made young again, so that no one prunes it meanwhile. */
  #keepsAlready({ oid, bytes }: GitObject, directories: Set<string>): boolean {
    const path = this.#pathOf(oid)
    const deflated = this.#files.read(path)
    const held = deflated === undefined ? undefined : inflated(deflated)
    if (held === undefined || !held.equals(bytes)) return false
    this.#files.touch(path)
    directories.add(this.#directoryOf(oid))
    return true
  }

  #create(object: GitObject, directories: Set<string>): PendingObject {
    const directory = this.#directoryOf(object.oid)
    const temporary = `${directory}/${this.#prefix}_${this.#count++}`
    const file = this.#createIn(directory, temporary, directories)
    directories.add(directory)
    try {
      this.#files.write(file, deflated(object.bytes, levelOf(object)))
    } catch (error) {
      this.#discard(file, temporary)
      throw error
    }
    return { file, temporary, path: this.#pathOf(object.oid) }
  }

  #createIn(directory: string, temporary: string, directories: Set<string>): number {
    try {
      return this.#files.create(temporary, 0o444)
    } catch (error) {
      if (failureCode(error) !== 'ENOENT') throw error
    }
    try {
      this.#files.makeDirectory(directory)
    } catch (error) {
      if (failureCode(error) !== 'EEXIST') throw error
    }
    directories.add(this.#root)
    return this.#files.create(temporary, 0o444)
  }

  #discard(file: number, temporary: string): void {
    try {
      this.#files.close(file)
      this.#files.unlink(temporary)
    } catch {
      // The write has failed already, and recovery removes what is left.
    }
  }

  #directoryOf(oid: string): string {
    return `${this.#root}/${oid.slice(0, 2)}`
  }

  #pathOf(oid: string): string {
    return `${this.#directoryOf(oid)}/${oid.slice(2)}`
  }
}

/** What fits one block of the disk takes one, deflated or not, and trees are hashes, which do not shrink: packing makes both small. */
function levelOf({ type, bytes }: GitObject): number {
  return type === 'tree' || bytes.length < BLOCK_BYTES ? 0 : 1
}
