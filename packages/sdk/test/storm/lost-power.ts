import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { directoryOf } from './recording-files.ts'
import type { DiskCall } from './recording-files.ts'

/** What a disk holds: content by path, and its directories. */
export interface Disk {
  readonly files: ReadonlyMap<string, Buffer>
  readonly directories: ReadonlySet<string>
}

/** How the file system orders changes of names: all in one journal, or each directory for itself. */
type NameOrder = 'one-journal' | 'each-directory'

export interface PowerLoss {
  /** How many of the calls had been made. */
  readonly calls: readonly DiskCall[]
  readonly order: NameOrder
  readonly random: () => number
}

export function readDisk(root: string): Disk {
  const [files, directories] = [new Map<string, Buffer>(), new Set<string>()]
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(root, name)).isDirectory()) directories.add(name)
    else files.set(name, readFileSync(join(root, name)))
  return { files, directories }
}

/** Puts the disk's content at the path; all times are long before the present boot, as they are after a loss of power. */
export function writeDisk(root: string, { files, directories }: Disk): void {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  for (const name of directories) mkdirSync(join(root, name), { recursive: true })
  for (const [name, bytes] of files) {
    writeFileSync(join(root, name), bytes)
    utimesSync(join(root, name), 1, 1)
  }
}

/** Returns one of the disks that a loss of power after the calls can leave. */
export function diskAfter(base: Disk, { calls, order, random }: PowerLoss): Disk {
  const kept = keptNames(calls, order, random)
  const content = contents(calls, random)
  const files = new Map(base.files)
  const directories = new Set(base.directories)
  for (const call of kept) {
    if (call.call === 'make-directory') directories.add(call.path)
    if (call.call === 'unlink' || call.call === 'rename')
      files.delete(call.call === 'unlink' ? call.path : call.from)
    if (call.call === 'name' || call.call === 'rename') files.set(call.path, content(call.file))
  }
  for (const call of calls)
    if (call.call === 'append') files.set(call.path, appended(files.get(call.path), call.bytes, random))
  for (const name of files.keys()) if (!isReachable(name, directories)) files.delete(name)
  for (const name of directories) if (!isReachable(name, directories)) directories.delete(name)
  return { files, directories }
}

/** What was synced stays; of the rest, a beginning in the order of the calls. */
function keptNames(calls: readonly DiskCall[], order: NameOrder, random: () => number): readonly DiskCall[] {
  const journals = new Map<string, { readonly calls: number[]; synced: number }>()
  const journalOf = (directory: string) => {
    const name = order === 'one-journal' ? '' : directory
    const journal = journals.get(name) ?? { calls: [], synced: 0 }
    journals.set(name, journal)
    return journal
  }
  for (const [index, call] of calls.entries()) {
    const directory = directoryOf(call)
    if (directory !== undefined) journalOf(directory).calls.push(index)
    if (call.call !== 'sync-directory') continue
    const journal = journalOf(call.path === '' ? '.' : call.path)
    journal.synced = journal.calls.length
  }
  const kept = [...journals.values()].flatMap((journal) => {
    const free = journal.calls.length - journal.synced
    return journal.calls.slice(0, journal.synced + Math.floor(random() * (free + 1)))
  })
  const indexes = new Set(kept)
  return calls.filter((_, index) => indexes.has(index))
}

/** A file that was not synced is empty, cut, full of zeros, or by luck whole; the same under all its names. */
function contents(calls: readonly DiskCall[], random: () => number): (file: number) => Buffer {
  const written = new Map<number, Buffer>()
  const synced = new Set<number>()
  for (const call of calls)
    if (call.call === 'data')
      written.set(call.file, Buffer.concat([written.get(call.file) ?? Buffer.alloc(0), call.bytes]))
    else if (call.call === 'sync') synced.add(call.file)
  const chosen = new Map<number, Buffer>()
  return (file) => {
    const whole = written.get(file) ?? Buffer.alloc(0)
    const bytes = chosen.get(file) ?? (synced.has(file) ? whole : spoiled(whole, random))
    chosen.set(file, bytes)
    return bytes
  }
}

function spoiled(whole: Buffer, random: () => number): Buffer {
  const chance = random()
  if (chance < 0.45) return Buffer.alloc(0)
  if (chance < 0.6) return whole.subarray(0, Math.floor(whole.length * random()))
  return chance < 0.7 ? Buffer.alloc(whole.length) : whole
}

function appended(before: Buffer | undefined, bytes: Buffer, random: () => number): Buffer {
  const kept = random() < 0.5 ? bytes : bytes.subarray(0, Math.floor(random() * bytes.length))
  return Buffer.concat([before ?? Buffer.alloc(0), kept])
}

function isReachable(name: string, directories: ReadonlySet<string>): boolean {
  for (let above = dirname(name); above !== '.'; above = dirname(above))
    if (!directories.has(above)) return false
  return true
}
