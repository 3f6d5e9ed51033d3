import { sha1, treeLayout, treeObject, withIds } from './git-objects.ts'
import type { GitObject, TreeEntry, TreeLayout } from './git-objects.ts'
import { alternativeName, foldedName, isSpreadName, namesOf, spreadName } from './key-paths.ts'

/** A directory of a git tree, with all that is below it. Never changed in place: an edit shares what it does not touch. */
export interface Directory {
  readonly oid: string
  readonly entries: ReadonlyMap<string, DirectoryEntry>
  /** Once an edit has made the directory: the next one that gives its entries other ids changes only those bytes. */
  readonly layout?: TreeLayout
  /** Once it was read: of a neighbour that is read next, only what differs is parsed. */
  readonly body?: Buffer
}

export type DirectoryEntry =
  | { readonly kind: 'file'; readonly oid: string }
  | { readonly kind: 'directory'; readonly oid: string; readonly directory: Directory }

/** A key, and the blob that it gets; undefined takes the key away. */
export interface FileEdit {
  readonly key: string
  readonly oid: string | undefined
}

/** Receives each tree that an edit makes. */
export type KeepTree = (tree: GitObject) => void

/** A directory with more entries of its own than this spreads further ones over 256 directories. */
const SPREAD_ABOVE = 1000

export const emptyDirectory: Directory = { oid: treeObject([]).oid, entries: new Map() }

/**
 * Returns the directory with the edits applied. A key keeps its path as long as it lives; a new one gets its plain path unless
 * that is taken, also where some file system would take the two names for one.
 */
export function editFiles(directory: Directory, edits: readonly FileEdit[], keep: KeepTree): Directory {
  const steps = edits.map(({ key, oid }) => ({ names: namesOf(key), at: 0, oid }))
  return edited(directory, steps, { depth: 0, keep })
}

/** An edit on its way down: `names[at]` is the entry that it goes to next. */
interface Step {
  readonly names: readonly string[]
  readonly at: number
  readonly oid: string | undefined
}

/** Edits that go to one entry. */
interface Group {
  readonly name: string
  readonly kind: DirectoryEntry['kind']
  readonly steps: Step[]
}

interface Level {
  /** How often entries were spread on the way here. */
  readonly depth: number
  readonly keep: KeepTree
}

/** A directory as an edit leaves it. */
class EditedDirectory {
  readonly entries: Map<string, DirectoryEntry>
  readonly #before: Directory
  readonly #touched = new Set<string>()

  constructor(before: Directory) {
    this.#before = before
    this.entries = new Map(before.entries)
  }

  put(name: string, entry: DirectoryEntry | undefined): void {
    this.#touched.add(name)
    if (entry === undefined) this.entries.delete(name)
    else this.entries.set(name, entry)
  }

  sealed(keep: KeepTree): Directory {
    if (this.entries.size === 0) return emptyDirectory
    const layout = this.#sameLayout() ?? treeLayout([...this.entries].map(treeEntryOf))
    keep(layout.object)
    return { oid: layout.object.oid, entries: this.entries, layout }
  }

  /** Returns the layout before with other ids; undefined when the directory has other entries than before. */
  #sameLayout(): TreeLayout | undefined {
    const { entries, layout } = this.#before
    if (layout === undefined) return undefined
    const ids = new Map<string, string>()
    for (const name of this.#touched) {
      const entry = this.entries.get(name)
      if (entry === undefined || entry.kind !== entries.get(name)?.kind) return undefined
      ids.set(name, entry.oid)
    }
    return withIds(layout, ids)
  }
}

function edited(directory: Directory, steps: readonly Step[], level: Level): Directory {
  const next = new EditedDirectory(directory)
  const newcomers: Group[] = []
  for (const group of groupsOf(steps)) {
    const name = heldName(next.entries, group)
    if (name === undefined) newcomers.push(group)
    else next.put(name, follow(next.entries.get(name), group, level.keep))
  }
  if (newcomers.length > 0) admit(next, newcomers, level)
  return next.sealed(level.keep)
}

function treeEntryOf([name, { kind, oid }]: readonly [string, DirectoryEntry]): TreeEntry {
  return { name, kind, oid }
}

function groupsOf(steps: readonly Step[]): Iterable<Group> {
  const groups = new Map<string, Group>()
  for (const step of steps) {
    const name = step.names[step.at] ?? ''
    const kind = step.at + 1 === step.names.length ? 'file' : 'directory'
    const group = groups.get(`${kind} ${name}`) ?? { name, kind, steps: [] }
    groups.set(`${kind} ${name}`, group)
    group.steps.push(step)
  }
  return groups.values()
}

/** Returns the name under which the directory itself holds the entry. */
function heldName(entries: Directory['entries'], { name, kind }: Group): string | undefined {
  if (entries.get(name)?.kind === kind) return name
  const alternative = alternativeName(name, hashOf(name, kind))
  return entries.get(alternative)?.kind === kind ? alternative : undefined
}

/** Returns what becomes of an entry once the edits that go to it are applied. */
function follow(entry: DirectoryEntry | undefined, group: Group, keep: KeepTree): DirectoryEntry | undefined {
  if (group.kind === 'file') {
    const oid = group.steps.at(-1)?.oid
    return oid === undefined ? undefined : { kind: 'file', oid }
  }
  const before = entry?.kind === 'directory' ? entry.directory : emptyDirectory
  const further = group.steps.map((step) => ({ ...step, at: step.at + 1 }))
  return directoryEntry(edited(before, further, { depth: 0, keep }))
}

/** Returns the entry of a directory; undefined for an empty one, which git does not hold. */
function directoryEntry(directory: Directory): DirectoryEntry | undefined {
  return directory.entries.size === 0 ? undefined : { kind: 'directory', oid: directory.oid, directory }
}

/** Gives entries that the directory does not hold itself a name in it, or passes them on to where they are spread. */
function admit(next: EditedDirectory, newcomers: readonly Group[], { depth, keep }: Level): void {
  const { entries } = next
  const shardOf = ({ name }: Group) => spreadName(sha1(name).slice(2 * depth, 2 * depth + 2))
  let full: boolean | undefined
  let taken: Set<string> | undefined
  const spread = new Map<string, Step[]>()
  for (const group of newcomers) {
    const shard = shardOf(group)
    if (entries.has(shard) || (full ??= isFull(entries, newcomers.length)))
      spread.set(shard, [...(spread.get(shard) ?? []), ...group.steps])
    else {
      taken ??= new Set([...entries.keys()].map(foldedName))
      next.put(freeName(taken, group), follow(undefined, group, keep))
    }
  }
  for (const [shard, steps] of spread) {
    const held = entries.get(shard)
    const before = held?.kind === 'directory' ? held.directory : emptyDirectory
    next.put(shard, directoryEntry(edited(before, steps, { depth: depth + 1, keep })))
  }
}

function isFull(entries: Directory['entries'], newcomers: number): boolean {
  if (entries.size + newcomers <= SPREAD_ABOVE) return false
  const own = [...entries.keys()].filter((name) => !isSpreadName(name)).length
  return own + newcomers > SPREAD_ABOVE
}

function freeName(taken: Set<string>, { name, kind }: Group): string {
  const free = taken.has(foldedName(name)) ? alternativeName(name, hashOf(name, kind)) : name
  taken.add(foldedName(free))
  return free
}

function hashOf(name: string, kind: DirectoryEntry['kind']): string {
  return sha1(`${kind} ${name}`).slice(0, 10)
}
