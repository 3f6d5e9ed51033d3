import type { FileSystem } from './file-system.ts'
import type { GitObject } from './git-objects.ts'
import type { LooseObjects } from './loose-objects.ts'
import { addHistories, bodyOf } from './packs/history-pack.ts'
import { PackBuilder } from './packs/pack-file.ts'
import { PackWriter } from './packs/pack-writer.ts'

/** So many objects are one pack, two files to sync, and fewer are a file each, which the packing in the background makes smaller. */
const PACK_FROM = 32

export interface ObjectWriterOptions {
  readonly files: FileSystem
  readonly isDurable: boolean
  readonly loose: LooseObjects
}

/** Writes the objects of new commits: a few as files of their own, many as one pack. */
export class ObjectWriter {
  readonly #loose: LooseObjects
  readonly #packs: PackWriter
  #packsMade = 0

  constructor(gitDirectory: string, { files, isDurable, loose }: ObjectWriterOptions) {
    this.#loose = loose
    this.#packs = new PackWriter(gitDirectory, { files, isDurable })
  }

  /** How many packs this process made. */
  get packsMade(): number {
    return this.#packsMade
  }

  /** Runs the work that moves a branch to `head` once all objects are there and as durable as the store. */
  async write<Value>(
    objects: readonly GitObject[],
    head: string,
    work: () => Promise<Value>,
  ): Promise<Value> {
    if (objects.length < PACK_FROM) {
      await this.#loose.write(objects)
      return work()
    }
    const bodies = new Map(objects.map((object) => [object.oid, bodyOf(object)]))
    const builder = new PackBuilder()
    await addHistories(builder, bodies, [head])
    for (const body of bodies.values()) builder.add(body)
    const done = await this.#packs.writeKept(builder.finish(), work)
    this.#packsMade++
    return done
  }
}
