import fs from 'node:fs'
import type { FileSystem } from './file-system.ts'
import type { GitCommit, GitObjectType } from './git-objects.ts'
import { changedIds, gitObject, parseCommit, parseTree } from './git-objects.ts'
import { corruption, RESTORE } from './ledger-failures.ts'
import type { LooseObjects } from './loose-objects.ts'
import type { PackedObject } from './packs/pack-reader.ts'
import { PackReader } from './packs/pack-reader.ts'
import type { Directory } from './state-tree.ts'
import { emptyDirectory } from './state-tree.ts'

/** How many objects are read before other work has its turn. */
const READS_PER_TURN = 256

/** Reads objects wherever they are, and refuses what is not what its id says. */
export class ObjectReader {
  readonly #gitDirectory: string
  readonly #loose: LooseObjects
  readonly #packs: PackReader
  #reads = 0

  constructor(gitDirectory: string, { loose, files }: { loose: LooseObjects; files: FileSystem }) {
    this.#gitDirectory = gitDirectory
    this.#loose = loose
    this.#packs = new PackReader(gitDirectory, files)
  }

  /** @throws LedgerError `corrupt` for bytes that are no UTF-8 */
  async text(oid: string): Promise<string> {
    const body = await this.#read(oid, 'blob')
    try {
      return utf8.decode(body)
    } catch {
      throw this.#malformed(oid, 'blob')
    }
  }

  /** @throws LedgerError `corrupt` */
  async commit(oid: string): Promise<GitCommit> {
    const commit = parseCommit(await this.#read(oid, 'commit'))
    if (commit === undefined) throw this.#malformed(oid, 'commit')
    return commit
  }

  /** Returns the tree and all below it; what `before` holds already is taken from there. */
  async directory(oid: string, before: Directory = emptyDirectory): Promise<Directory> {
    if (oid === before.oid) return before
    if (oid === emptyDirectory.oid) return emptyDirectory
    const body = await this.#read(oid, 'tree')
    const changed = before.body === undefined ? undefined : changedIds(before.body, body)
    const listed = changed ?? parseTree(body)
    if (listed === undefined) throw this.#malformed(oid, 'tree')
    const entries = new Map(changed === undefined ? [] : before.entries)
    for (const { name, kind, oid: below } of listed) {
      const held = before.entries.get(name)
      const known = held?.kind === 'directory' ? held.directory : undefined
      const isFile = kind === 'file'
      entries.set(
        name,
        isFile ? { kind, oid: below } : { kind, oid: below, directory: await this.directory(below, known) },
      )
    }
    return { oid, entries, body }
  }

  /** Reads the commit and all that its tree holds. @throws LedgerError `corrupt` */
  async verify(commit: string): Promise<void> {
    const pending: Directory[] = [await this.directory((await this.commit(commit)).tree)]
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      for (const entry of next.entries.values())
        if (entry.kind === 'directory') pending.push(entry.directory)
        else await this.text(entry.oid)
  }

  close(): void {
    this.#packs.close()
  }

  async #read(oid: string, type: GitObjectType): Promise<Buffer> {
    if (++this.#reads % READS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
    const loose = this.#loose.read(oid)
    if (loose !== undefined) return this.#body(oid, type, loose)
    const packed = this.#readPacked(oid)
    if (packed === undefined) return this.#readElsewhere(oid, type)
    if (packed.type === type && gitObject(type, packed.body).oid === oid) return packed.body
    throw this.#malformed(oid, type)
  }

  #readPacked(oid: string): PackedObject | undefined {
    try {
      return this.#packs.read(oid)
    } catch (error) {
      throw this.#unreadable(oid, error)
    }
  }

  /** Returns the body of an object whose bytes are what its id says. */
  #body(oid: string, type: GitObjectType, bytes: Buffer): Buffer {
    const end = bytes.indexOf(0)
    if (bytes.toString('latin1', 0, end) === `${type} ${bytes.length - end - 1}`)
      return bytes.subarray(end + 1)
    throw this.#malformed(oid, type)
  }

  /** Other programs may leave packs in forms that ours never have. */
  async #readElsewhere(oid: string, type: GitObjectType): Promise<Buffer> {
    const { readObject } = await import('isomorphic-git')
    try {
      const read = await readObject({ fs, gitdir: this.#gitDirectory, cache: {}, oid, format: 'content' })
      if (read.type === type && read.object instanceof Uint8Array) return Buffer.from(read.object)
    } catch (error) {
      throw this.#unreadable(oid, error)
    }
    throw this.#malformed(oid, type)
  }

  #unreadable(oid: string, cause: unknown): Error {
    const said = cause instanceof Error ? cause.message : String(cause)
    return corruption(this.#gitDirectory, `object ${oid} cannot be read (${said})`, RESTORE)
  }

  #malformed(oid: string, type: GitObjectType): Error {
    return corruption(this.#gitDirectory, `object ${oid} is no ${type} that a ledger holds`, RESTORE)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
