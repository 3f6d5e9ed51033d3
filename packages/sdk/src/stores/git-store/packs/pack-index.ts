import { createHash } from 'node:crypto'

export interface IndexEntry {
  readonly oid: string
  /** Where the entry begins in its pack. */
  readonly offset: number
  readonly crc: number
}

const HEADER = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2])

/** Where the ids begin, behind header and fan-out. */
const IDS = 8 + 4 * 256

/** Offsets from here on would need a second table, which no pack of a ledger is large enough for. */
const OFFSET_LIMIT = 0x80000000

/** Returns the index, in git's second version, of a pack; the entries are in the order of their ids. */
export function indexBytes(entries: readonly IndexEntry[], packChecksum: Buffer): Buffer {
  const tooFar = entries.find(({ offset }) => offset >= OFFSET_LIMIT)
  if (tooFar !== undefined) throw new RangeError(`A pack of more than ${OFFSET_LIMIT} bytes is not written.`)
  const fanOut = Array.from({ length: 256 }, () => 0)
  for (const { oid } of entries) {
    const first = Number.parseInt(oid.slice(0, 2), 16)
    fanOut[first] = (fanOut[first] ?? 0) + 1
  }
  for (let first = 1; first < 256; first++) fanOut[first] = (fanOut[first] ?? 0) + (fanOut[first - 1] ?? 0)
  const bytes = Buffer.concat([
    HEADER,
    numbers(fanOut),
    Buffer.from(entries.map(({ oid }) => oid).join(''), 'hex'),
    numbers(entries.map(({ crc }) => crc)),
    numbers(entries.map(({ offset }) => offset)),
    packChecksum,
  ])
  return Buffer.concat([bytes, createHash('sha1').update(bytes).digest()])
}

/** Returns the entries of an index, in the order of their ids. @throws RangeError for an index that this version does not read */
export function parseIndex(index: Buffer): readonly IndexEntry[] {
  if (!isKnownIndex(index)) throw new RangeError('The index of a pack is of another version.')
  const count = countOf(index)
  const checks = IDS + 20 * count
  return Array.from({ length: count }, (_, position) => {
    const offset = index.readUInt32BE(checks + 4 * count + 4 * position)
    if (offset >= OFFSET_LIMIT) throw new RangeError('The pack is larger than 2 GiB.')
    const oid = index.toString('hex', IDS + 20 * position, IDS + 20 * position + 20)
    return { oid, offset, crc: index.readUInt32BE(checks + 4 * position) }
  })
}

/** Says whether the index is of the version that is read and written here. */
export function isKnownIndex(index: Buffer): boolean {
  return index.subarray(0, 8).equals(HEADER)
}

/** Says whether the index lists the object. */
export function holds(index: Buffer, oid: string): boolean {
  return positionOf(index, oid) !== undefined
}

/** Returns where the pack has the object; undefined when it has not, or when the index is of another version. */
export function offsetOf(index: Buffer, oid: string): number | undefined {
  const position = positionOf(index, oid)
  if (position === undefined) return undefined
  const offset = index.readUInt32BE(IDS + 24 * countOf(index) + 4 * position)
  return offset < OFFSET_LIMIT ? offset : undefined
}

function positionOf(index: Buffer, oid: string): number | undefined {
  if (!isKnownIndex(index)) return undefined
  const id = Buffer.from(oid, 'hex')
  const first = id[0] ?? 0
  let [low, high] = [
    first === 0 ? 0 : index.readUInt32BE(8 + 4 * (first - 1)),
    index.readUInt32BE(8 + 4 * first),
  ]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = index.compare(id, 0, 20, IDS + 20 * middle, IDS + 20 * middle + 20)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return undefined
}

/** Returns how many objects the index lists. */
export function countOf(index: Buffer): number {
  return index.readUInt32BE(8 + 4 * 255)
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
