import { inflateSync } from 'node:zlib'
import type { FileSystem } from '../file-system.ts'
import type { GitObjectType } from '../git-objects.ts'
import { applyDelta } from './delta.ts'
import { distanceOf, entryHeaderOf, OFFSET_DELTA } from './pack-file.ts'
import { offsetOf } from './pack-index.ts'

/** An object as a pack holds it. */
export interface PackedObject {
  readonly type: GitObjectType
  readonly body: Buffer
}

interface OpenPack {
  readonly file: number
  readonly index: Buffer
}

/** Header, distance and what deflation may add to a body that does not shrink. */
const ENTRY_SLACK = 128

/** Zlib takes no smaller one. */
const SMALLEST_CHUNK = 64

const TYPES: readonly (GitObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob']

/** Reads objects out of packs, each from its place in the file: no pack is ever in memory as a whole. */
export class PackReader {
  readonly #root: string
  readonly #files: FileSystem
  #packs = new Map<string, OpenPack>()

  constructor(gitDirectory: string, files: FileSystem) {
    this.#root = `${gitDirectory}/objects/pack`
    this.#files = files
  }

  /**
   * Returns the object; undefined when no pack has it, or has it in a form that only other readers know.
   * @throws RangeError for an entry that is damaged
   */
  read(oid: string): PackedObject | undefined {
    // Packs come and go: what is not found in those that are known is looked for in those that are there.
    return this.#find(oid) ?? (this.#refresh() ? this.#find(oid) : undefined)
  }

  close(): void {
    for (const { file } of this.#packs.values()) this.#files.close(file)
    this.#packs.clear()
  }

  #find(oid: string): PackedObject | undefined {
    for (const pack of this.#packs.values()) {
      const offset = offsetOf(pack.index, oid)
      if (offset !== undefined) return this.#readAt(pack, offset)
    }
    return undefined
  }

  /** Follows deltas down to a whole object and applies them on the way back. */
  #readAt({ file }: OpenPack, from: number): PackedObject | undefined {
    const deltas: Buffer[] = []
    for (let offset = from; ; ) {
      const head = this.#files.readAt(file, offset, ENTRY_SLACK)
      const { type, size, length } = entryHeaderOf(head)
      if (type === OFFSET_DELTA) {
        const distance = head.subarray(
          length,
          length + head.subarray(length).findIndex((byte) => byte < 128) + 1,
        )
        deltas.push(this.#inflate(file, offset + length + distance.length, size))
        offset -= distanceOf(distance)
      } else {
        const whole = TYPES[type]
        if (whole === undefined) return undefined
        const body = this.#inflate(file, offset + length, size)
        return { type: whole, body: deltas.reduceRight(applyDelta, body) }
      }
    }
  }

  #inflate(file: number, offset: number, size: number): Buffer {
    const deflated = this.#files.readAt(file, offset, size + Math.ceil(size / 1000) + ENTRY_SLACK)
    // Of most objects the whole fits into far less than zlib would set aside for a piece.
    const body = inflateSync(deflated, { chunkSize: Math.max(SMALLEST_CHUNK, size) })
    if (body.length !== size) throw new RangeError(`The entry before ${offset} is not as long as it says.`)
    return body
  }

  /** Looks which packs are there; says whether they are others than before. */
  #refresh(): boolean {
    const names = this.#files.list(this.#root) ?? []
    const there = names.flatMap((name) => (name.endsWith('.pack') ? [name.slice(0, -5)] : []))
    const packs = new Map<string, OpenPack>()
    for (const name of there) {
      const pack = this.#packs.get(name) ?? this.#open(`${this.#root}/${name}`)
      if (pack !== undefined) packs.set(name, pack)
    }
    const isSame = packs.size === this.#packs.size && [...packs.keys()].every((name) => this.#packs.has(name))
    for (const [name, { file }] of this.#packs) if (!packs.has(name)) this.#files.close(file)
    this.#packs = packs
    return !isSame
  }

  /** A pack may be removed between the look at the directory and this one. */
  #open(path: string): OpenPack | undefined {
    const index = this.#files.read(`${path}.idx`)
    const file = index === undefined ? undefined : this.#files.open(`${path}.pack`)
    return index === undefined || file === undefined ? undefined : { index, file }
  }
}
