import { randomBytes } from 'node:crypto'
import { createFile } from '../durable-file.ts'
import type { FileSystem } from '../file-system.ts'
import type { Pack } from './pack-file.ts'

/** What a keep file of ours says, as those of other programs say why they are there. */
export const KEEP_TEXT = 'agentdescent\n'

/** Puts packs where git looks for them, whole or not at all. */
export class PackWriter {
  readonly #root: string
  readonly #files: FileSystem
  readonly #isDurable: boolean

  constructor(gitDirectory: string, { files, isDurable }: { files: FileSystem; isDurable: boolean }) {
    this.#root = `${gitDirectory}/objects/pack`
    this.#files = files
    this.#isDurable = isDurable
  }

  /** Resolves once the pack is there and, unless the store is not durable, survives a loss of power. */
  async write({ name, pack, index }: Pack): Promise<void> {
    const suffix = `${process.pid}_${randomBytes(6).toString('hex')}`
    // As git names them itself: it takes whatever ends in `.idx` for an index.
    const files = [
      { temporary: `${this.#root}/tmp_pack_${suffix}`, ending: 'pack', bytes: pack },
      { temporary: `${this.#root}/tmp_idx_${suffix}`, ending: 'idx', bytes: index },
    ]
    const isDurable = this.#isDurable
    await Promise.all(
      files.map(({ temporary: path, bytes }) =>
        createFile(this.#files, { path, bytes, mode: 0o444, isDurable }),
      ),
    )
    // The pack first, then its index: whoever sees the index finds the pack.
    for (const { temporary, ending } of files)
      this.#files.rename(temporary, `${this.#root}/pack-${name}.${ending}`)
    if (this.#isDurable) await this.#files.syncDirectory(this.#root)
  }

  /**
   * Writes a pack of objects that no branch reaches yet, and runs the work that makes one do so. Meanwhile a keep file tells git,
   * which would drop such objects when it repacks all, to leave the pack alone.
   */
  async writeKept<Value>(pack: Pack, work: () => Promise<Value>): Promise<Value> {
    const keep = `${this.#root}/pack-${pack.name}.keep`
    const file = this.#files.create(keep, 0o644)
    try {
      try {
        this.#files.write(file, Buffer.from(KEEP_TEXT))
      } finally {
        this.#files.close(file)
      }
      await this.write(pack)
      return await work()
    } finally {
      this.#files.unlink(keep)
    }
  }
}
