import type { JournalRecord } from '@agentdescent/core'
import { LedgerError } from '@agentdescent/core'
import { failureCode, type FileSystem } from '../file-system.ts'
import { corruption } from '../ledger-failures.ts'
import { readFrames } from './frames.ts'

/** Version of what the files of a journal hold. */
export const JOURNAL_FORMAT = 1

/** What the first frame of a file says. */
export interface SegmentHead {
  readonly format: number
  readonly epoch: number
  readonly pid: number
  /** How many bytes of each earlier file the owner of this one took up, by epoch: what else is in them never happened. */
  readonly took: readonly (readonly [epoch: number, bytes: number])[]
}

/** A journal as its files hold it. */
export interface ReadJournal {
  readonly records: readonly JournalRecord[]
  /** Where each record stands: its file, and the offset of its frame. */
  readonly places: readonly string[]
  readonly took: SegmentHead['took']
}

interface Segment {
  readonly path: string
  readonly epoch: number
  readonly head: SegmentHead
  readonly bytes: number
  readonly records: readonly { readonly record: JournalRecord; readonly offset: number }[]
}

/**
 * Reads the files of a journal, one for each process that had the run.
 * @throws LedgerError `corrupt` with the file and the offset, `newer-format`
 */
export function readJournal(files: FileSystem, ledger: string, folder: string): ReadJournal {
  const newest = newestFirst(files, folder)
  const segments: Segment[] = []
  let took: ReadonlyMap<number, number> | undefined
  for (const { epoch, path } of newest) {
    const limit = took === undefined ? undefined : (took.get(epoch) ?? 0)
    if (limit === 0) continue
    const segment = readSegment(files, { ledger, path, epoch, limit })
    if (segment === undefined) continue
    segments.unshift(segment)
    if (took !== undefined) continue
    took = new Map(segment.head.took)
    refuseGap(ledger, segment, newest)
  }
  return {
    records: segments.flatMap(({ records }) => records.map(({ record }) => record)),
    places: segments.flatMap(({ path, records }) => records.map(({ offset }) => `${path}, byte ${offset}`)),
    took: segments.map(({ epoch, bytes }) => [epoch, bytes]),
  }
}

export function segmentPath(folder: string, epoch: number): string {
  return `${folder}/journal-${epoch}`
}

interface SegmentName {
  readonly epoch: number
  readonly path: string
}

function newestFirst(files: FileSystem, folder: string): readonly SegmentName[] {
  return namesIn(files, folder)
    .flatMap((name) => {
      const [, digits] = /^journal-([1-9]\d{0,8})$/.exec(name) ?? []
      return digits === undefined ? [] : [{ epoch: Number(digits), path: `${folder}/${name}` }]
    })
    .toSorted((left, right) => right.epoch - left.epoch)
}

/** What is no folder is no journal: file managers leave files of their own. */
function namesIn(files: FileSystem, folder: string): readonly string[] {
  try {
    return files.list(folder) ?? []
  } catch (error) {
    if (failureCode(error) === 'ENOTDIR') return []
    throw error
  }
}

/** A file that was taken up cannot be done without: its calls would be made again, and what it decided would be missed. */
function refuseGap(ledger: string, { head, path }: Segment, present: readonly SegmentName[]): void {
  const epochs = new Set(present.map(({ epoch }) => epoch))
  const gone = head.took.find(([epoch, bytes]) => bytes > 0 && !epochs.has(epoch))
  if (gone === undefined) return
  const missing = path.replace(/\d+$/, String(gone[0]))
  throw corruption(ledger, `the journal ${missing} is missing, and ${path} goes on where it ends`, REPAIR)
}

interface SegmentFile {
  readonly ledger: string
  readonly path: string
  readonly epoch: number
  /** Bytes that the next owner took up; absent for the last file. */
  readonly limit: number | undefined
}

/** Returns undefined for a file whose first frame was never whole: nothing was done under it. */
function readSegment(files: FileSystem, { ledger, path, epoch, limit }: SegmentFile): Segment | undefined {
  const all = files.read(path) ?? Buffer.alloc(0)
  const { frames, end, damagedAt } = readFrames(limit === undefined ? all : all.subarray(0, limit))
  const fault = damagedAt ?? (limit !== undefined && end < limit ? end : undefined)
  if (fault !== undefined) throw damage(ledger, path, fault)
  const [first, ...more] = frames.map(({ offset, text }) => ({ offset, items: itemsOf(text) }))
  if (first === undefined) return undefined
  const [head, ...rest] = first.items ?? []
  if (!isHead(head)) throw damage(ledger, path, 0)
  refuseNewer(ledger, path, head.format)
  const records = [{ ...first, items: rest }, ...more].flatMap(({ offset, items }) => {
    if (items === undefined) throw damage(ledger, path, offset)
    return items.map((item) => {
      if (!isRecord(item)) throw damage(ledger, path, offset)
      return { record: item, offset }
    })
  })
  return { path, epoch, head, bytes: end, records }
}

function itemsOf(text: string): readonly unknown[] | undefined {
  try {
    const items: unknown = JSON.parse(text)
    return Array.isArray(items) ? items : undefined
  } catch {
    return undefined
  }
}

function isHead(value: unknown): value is SegmentHead {
  if (typeof value !== 'object' || value === null || !('format' in value) || !('took' in value)) return false
  return typeof value.format === 'number' && Array.isArray(value.took)
}

const KINDS: ReadonlySet<unknown> = new Set<JournalRecord['kind']>([
  ...(['owner', 'run', 'call', 'answer', 'failure', 'usage'] as const),
  ...(['hit', 'refusal', 'event', 'end'] as const),
])

/** The checksum says that it is what was written; the kind, that this version knows it. */
function isRecord(value: unknown): value is JournalRecord {
  return typeof value === 'object' && value !== null && 'kind' in value && KINDS.has(value.kind)
}

function refuseNewer(ledger: string, path: string, format: number): void {
  if (format <= JOURNAL_FORMAT) return
  throw new LedgerError({
    code: 'newer-format',
    argument: 'ledger',
    value: ledger,
    message: `The journal ${path} has format ${format}; this version of AgentDescent reads up to ${JOURNAL_FORMAT}.`,
    fix: 'Update AgentDescent, or start a new run with another artifact.id.',
  })
}

const REPAIR =
  'Restore the file from a copy. Without it the run cannot be resumed: move its folder away, and a new run starts from the head.'

function damage(ledger: string, path: string, offset: number): LedgerError {
  return corruption(ledger, `the journal ${path} cannot be read at byte ${offset}`, REPAIR)
}
