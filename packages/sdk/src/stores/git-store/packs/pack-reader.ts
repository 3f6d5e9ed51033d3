import { inflateSync } from 'node:zlib'
import type { FileSystem } from '../file-system.ts'
import type { GitObjectType } from '../git-objects.ts'
import { applyDelta } from './delta.ts'
import { DeltaBases } from './delta-bases.ts'
import { distanceOf, entryHeaderOf, OFFSET_DELTA } from './pack-file.ts'
import { offsetOf } from './pack-index.ts'

/** An object as a pack holds it. */
export interface PackedObject {
  readonly type: GitObjectType
  readonly body: Buffer
}

/** A change of the object at another place in the pack. */
interface PackedDelta {
  readonly delta: Buffer
  /** Offset of that object. */
  readonly base: number
}

interface OpenPack {
  /** Tells what the pack holds: a pack with other content has another name. */
  readonly name: string
  readonly file: number
  readonly index: Buffer
}

/** Header, distance and what deflation may add to a body that does not shrink. */
const ENTRY_SLACK = 128

/** Read at once: more than most deltas and commits take. */
const FIRST_READ = 1_024

/** Zlib takes no smaller one. */
const SMALLEST_CHUNK = 64

const TYPES: readonly (GitObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob']

/** Reads objects out of packs, each from its place in the file: no pack is ever in memory as a whole. */
export class PackReader {
  readonly #root: string
  readonly #files: FileSystem
  readonly #bases = new DeltaBases()
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
    this.#bases.clear()
  }

  #find(oid: string): PackedObject | undefined {
    for (const pack of this.#packs.values()) {
      const offset = offsetOf(pack.index, oid)
      if (offset !== undefined) return this.#readAt(pack, offset)
    }
    return undefined
  }

  /** Follows deltas down to an object that is whole, or known, and applies them on the way back. */
  #readAt(pack: OpenPack, from: number): PackedObject | undefined {
    const chain: { readonly place: string; readonly delta: Buffer }[] = []
    for (let offset = from; ; ) {
      const place = `${pack.name} ${offset}`
      const entry = this.#bases.get(place) ?? this.#entryAt(pack, offset)
      if (entry === undefined) return undefined
      if ('delta' in entry) {
        chain.push({ place, delta: entry.delta })
        offset = entry.base
      } else {
        if (chain.length > 0) this.#bases.remember(place, entry)
        return chain.reduceRight((base: PackedObject, step) => this.#changed(base, step), entry)
      }
    }
  }

  #changed({ type, body }: PackedObject, { place, delta }: { place: string; delta: Buffer }): PackedObject {
    const changed = { type, body: applyDelta(body, delta) }
    this.#bases.remember(place, changed)
    return changed
  }

  /** Returns what stands at the offset: an object, or a delta and the offset of what it changes. */
  #entryAt({ file }: OpenPack, offset: number): PackedObject | PackedDelta | undefined {
    const head = this.#files.readAt(file, offset, FIRST_READ)
    const { type, size, length } = entryHeaderOf(head)
    const inflated = (start: number): Buffer => {
      const most = start + size + Math.ceil(size / 1000) + ENTRY_SLACK
      const bytes = most <= FIRST_READ ? head : this.#files.readAt(file, offset, most)
      return inflatedTo(size, bytes.subarray(start), offset)
    }
    if (type !== OFFSET_DELTA) {
      const whole = TYPES[type]
      return whole === undefined ? undefined : { type: whole, body: inflated(length) }
    }
    const end = length + head.subarray(length).findIndex((byte) => byte < 128) + 1
    return { delta: inflated(end), base: offset - distanceOf(head.subarray(length, end)) }
  }

  /** Looks which packs are there; says whether they are others than before. */
  #refresh(): boolean {
    const names = this.#files.list(this.#root) ?? []
    const there = names.flatMap((name) => (name.endsWith('.pack') ? [name.slice(0, -5)] : []))
    const packs = new Map<string, OpenPack>()
    for (const name of there) {
      const pack = this.#packs.get(name) ?? this.#open(name)
      if (pack !== undefined) packs.set(name, pack)
    }
    const isSame = packs.size === this.#packs.size && [...packs.keys()].every((name) => this.#packs.has(name))
    for (const [name, { file }] of this.#packs) if (!packs.has(name)) this.#files.close(file)
    this.#packs = packs
    return !isSame
  }

  /** A pack may be removed between the look at the directory and this one. */
  #open(name: string): OpenPack | undefined {
    const path = `${this.#root}/${name}`
    const index = this.#files.read(`${path}.idx`)
    const file = index === undefined ? undefined : this.#files.open(`${path}.pack`)
    return index === undefined || file === undefined ? undefined : { name, index, file }
  }
}

function inflatedTo(size: number, deflated: Buffer, offset: number): Buffer {
  // Of most objects the whole fits into far less than zlib would set aside for a piece.
  const body = inflateSync(deflated, { chunkSize: Math.max(SMALLEST_CHUNK, size) })
  if (body.length === size) return body
  throw new RangeError(`The entry at ${offset} is not as long as it says.`)
}
