import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { deflated } from '../deflate.ts'
import type { GitObjectType } from '../git-objects.ts'
import { varint } from './delta.ts'
import type { IndexEntry } from './pack-index.ts'
import { indexBytes, parseIndex } from './pack-index.ts'

/** A pack and its index, as files. */
export interface Pack {
  /** 40 hex digits, a hash of the pack: equal names are equal files. */
  readonly name: string
  readonly pack: Buffer
  readonly index: Buffer
}

/** An object on its way into a pack: whole, or as a delta against one that comes before it. */
export interface PackObject {
  readonly oid: string
  readonly type: GitObjectType
  readonly body: Buffer
  readonly delta?: { readonly base: string; readonly bytes: Buffer }
}

const TYPES = { commit: 1, tree: 2, blob: 3 } as const

export const OFFSET_DELTA = 6

const TRAILER_BYTES = 20

/** How hard to deflate: git's own default. */
const LEVEL = 6

/** Builds a pack entry by entry. */
export class PackBuilder {
  readonly #parts: Buffer[] = [Buffer.alloc(12)]
  readonly #entries = new Map<string, IndexEntry>()
  #size = 12

  get count(): number {
    return this.#entries.size
  }

  add({ oid, type, body, delta }: PackObject): void {
    if (this.#entries.has(oid)) return
    const base = delta === undefined ? undefined : this.#entries.get(delta.base)
    if (delta === undefined || base === undefined)
      this.#append(oid, [entryHeader(TYPES[type], body.length), deflated(body, LEVEL)])
    else {
      const distance = offsetBytes(this.#size - base.offset)
      const header = entryHeader(OFFSET_DELTA, delta.bytes.length)
      this.#append(oid, [header, distance, deflated(delta.bytes, LEVEL)])
    }
  }

  /** Adds all that another pack holds; an object that is here already is left out. */
  addPack(pack: Buffer, index: Buffer): void {
    const entries = parseIndex(index).toSorted((left, right) => left.offset - right.offset)
    /** Where an entry of the other pack is in this one. */
    const moved = new Map<number, number>()
    for (const [position, { oid, offset }] of entries.entries()) {
      const end = entries[position + 1]?.offset ?? pack.length - TRAILER_BYTES
      const known = this.#entries.get(oid)
      moved.set(offset, known?.offset ?? this.#size)
      if (known === undefined)
        this.#append(oid, relocated(pack.subarray(offset, end), { offset, moved, at: this.#size }))
    }
  }

  finish(): Pack {
    const header = this.#parts[0] ?? Buffer.alloc(0)
    header.write('PACK', 'latin1')
    header.writeUInt32BE(2, 4)
    header.writeUInt32BE(this.#entries.size, 8)
    const hash = createHash('sha1')
    for (const part of this.#parts) hash.update(part)
    const checksum = hash.digest()
    const entries = [...this.#entries.values()].toSorted((left, right) => (left.oid < right.oid ? -1 : 1))
    const pack = Buffer.concat([...this.#parts, checksum])
    return { name: checksum.toString('hex'), pack, index: indexBytes(entries, checksum) }
  }

  #append(oid: string, parts: readonly Buffer[]): void {
    const bytes = Buffer.concat(parts)
    this.#entries.set(oid, { oid, offset: this.#size, crc: crc32(bytes) })
    this.#parts.push(bytes)
    this.#size += bytes.length
  }
}

interface Relocation {
  readonly offset: number
  readonly moved: ReadonlyMap<number, number>
  readonly at: number
}

/** Returns an entry as it is written at another place: a delta tells how far back its base is. */
function relocated(entry: Buffer, { offset, moved, at }: Relocation): readonly Buffer[] {
  const { type, length: headerEnd } = entryHeaderOf(entry)
  if (type !== OFFSET_DELTA) return [entry]
  const distanceEnd = headerEnd + entry.subarray(headerEnd).findIndex((byte) => byte < 128) + 1
  const base = moved.get(offset - distanceOf(entry.subarray(headerEnd, distanceEnd)))
  if (base === undefined) throw new RangeError(`The entry at ${offset} has no base before it.`)
  return [entry.subarray(0, headerEnd), offsetBytes(at - base), entry.subarray(distanceEnd)]
}

/** Returns what the first bytes of an entry say: type, size of what is deflated, and how many bytes say so. */
export function entryHeaderOf(entry: Buffer): {
  readonly type: number
  readonly size: number
  readonly length: number
} {
  const [first = 0] = entry
  let [size, factor, length] = [first & 15, 16, 1]
  for (let byte = first; byte > 127; length++) {
    byte = entry[length] ?? 0
    size += (byte & 127) * factor
    factor *= 128
  }
  return { type: (first >> 4) & 7, size, length }
}

function entryHeader(type: number, size: number): Buffer {
  const first = (type << 4) | (size & 15)
  return size < 16
    ? Buffer.from([first])
    : Buffer.concat([Buffer.from([first | 128]), varint(Math.floor(size / 16))])
}

/** A distance has seven bits a byte, the highest first, and each byte but the last counts one more. */
function offsetBytes(distance: number): Buffer {
  const bytes = [distance % 128]
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(128 | (--rest % 128))
  return Buffer.from(bytes)
}

/** Returns how far back the base of a delta is. */
export function distanceOf(bytes: Buffer): number {
  return bytes.reduce((sum, byte, index) => (index === 0 ? byte & 127 : (sum + 1) * 128 + (byte & 127)), 0)
}
