import { createHash } from 'node:crypto'

export interface IndexEntry {
  readonly oid: string
  /** Where the entry begins in its pack. */
  readonly offset: number
  readonly crc: number
}

const HEADER = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2])

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
  if (!index.subarray(0, 8).equals(HEADER)) throw new RangeError('The index of a pack is of another version.')
  const count = countOf(index)
  const [ids, checks] = [8 + 1024, 8 + 1024 + 20 * count]
  return Array.from({ length: count }, (_, position) => {
    const offset = index.readUInt32BE(checks + 4 * count + 4 * position)
    if (offset >= OFFSET_LIMIT) throw new RangeError('The pack is larger than 2 GiB.')
    const oid = index.toString('hex', ids + 20 * position, ids + 20 * position + 20)
    return { oid, offset, crc: index.readUInt32BE(checks + 4 * position) }
  })
}

/** Says whether the index lists the object. */
export function holds(index: Buffer, oid: string): boolean {
  const id = Buffer.from(oid, 'hex')
  let [low, high] = [0, countOf(index)]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = index.compare(id, 0, 20, 1032 + 20 * middle, 1052 + 20 * middle)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
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
