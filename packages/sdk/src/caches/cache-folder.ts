import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'

const FILE_NAME = /^[0-9a-f]{64}\.json$/
const TEMPORARY_NAME = /^[0-9a-f]{64}\.\d+\.\d+\.tmp$/
/** A temporary file this old was left by a process that died. */
const ABANDONED_MS = 3_600_000
/** Share of the size that is left after an eviction, so that not every write evicts. */
const KEPT_SHARE = 0.8

let written = 0

/** Small files named by digest, replaced as a whole, the longest unused making room. Touches no file of another name. */
export class CacheFolder {
  readonly #directory: string
  readonly #maxBytes: number
  /** Bytes in the folder as far as this process knows; undefined before the first look. */
  #bytes: number | undefined
  #evicting: Promise<void> | undefined

  constructor(directory: string, maxBytes: number) {
    this.#directory = directory
    this.#maxBytes = maxBytes
  }

  pathOf(name: string): string {
    return join(this.#directory, name.slice(0, 2), `${name}.json`)
  }

  /** Returns the file's text and marks it as used; undefined where there is none. */
  async read(name: string): Promise<string | undefined> {
    const path = this.pathOf(name)
    try {
      const text = await readFile(path, 'utf8')
      const now = new Date()
      await utimes(path, now, now).catch(() => {})
      return text
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  /** Readers in any process see the old text or the new one, never a part. */
  async write(name: string, text: string): Promise<void> {
    const path = this.pathOf(name)
    const temporary = join(dirname(path), `${name}.${process.pid}.${written++}.tmp`)
    await mkdir(dirname(path), { recursive: true })
    try {
      await writeFile(temporary, text)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await this.#account(Buffer.byteLength(text))
  }

  async #account(bytes: number): Promise<void> {
    this.#bytes = this.#bytes === undefined ? await this.#measured() : this.#bytes + bytes
    if (this.#bytes <= this.#maxBytes) return
    this.#evicting ??= this.#evict().finally(() => {
      this.#evicting = undefined
    })
    await this.#evicting
  }

  async #evict(): Promise<void> {
    const files = (await this.#files()).toSorted((left, right) => left.usedMs - right.usedMs)
    let bytes = total(files)
    for (const file of files) {
      if (bytes <= this.#maxBytes * KEPT_SHARE) break
      await rm(file.path, { force: true })
      bytes -= file.bytes
    }
    this.#bytes = bytes
  }

  async #measured(): Promise<number> {
    return total(await this.#files())
  }

  /** Another process may remove files meanwhile; they are left out. */
  async #files(): Promise<readonly CachedFile[]> {
    const entries = await readdir(this.#directory, { recursive: true, withFileTypes: true })
    const found = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => this.#file(name, join(parentPath, name))),
    )
    return found.filter((file) => file !== undefined)
  }

  async #file(name: string, path: string): Promise<CachedFile | undefined> {
    const isTemporary = TEMPORARY_NAME.test(name)
    if (!isTemporary && !FILE_NAME.test(name)) return undefined
    const facts = await stat(path).catch(() => undefined)
    if (facts === undefined) return undefined
    if (!isTemporary) return { path, bytes: facts.size, usedMs: facts.mtimeMs }
    if (facts.mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true })
    return undefined
  }
}

interface CachedFile {
  readonly path: string
  readonly bytes: number
  readonly usedMs: number
}

function total(files: readonly CachedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
