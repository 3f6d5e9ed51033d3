import { sha1, treeObject } from './git-objects.ts'
import type { GitObject } from './git-objects.ts'
import { alternativeName, foldedName, isSpreadName, namesOf, spreadName } from './key-paths.ts'

/** A directory of a git tree, with all that is below it. Never changed in place: an edit shares what it does not touch. */
export interface Directory {
  readonly oid: string
  readonly entries: ReadonlyMap<string, DirectoryEntry>
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

type Entries = Map<string, DirectoryEntry>

function edited(directory: Directory, steps: readonly Step[], level: Level): Directory {
  const entries = new Map(directory.entries)
  const newcomers: Group[] = []
  for (const group of groupsOf(steps)) {
    const name = heldName(entries, group)
    if (name === undefined) newcomers.push(group)
    else put(entries, name, follow(entries.get(name), group, level.keep))
  }
  if (newcomers.length > 0) admit(entries, newcomers, level)
  return sealed(entries, level.keep)
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
function heldName(entries: Entries, { name, kind }: Group): string | undefined {
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
function admit(entries: Entries, newcomers: readonly Group[], { depth, keep }: Level): void {
  const shardOf = ({ name }: Group) => spreadName(sha1(name).slice(2 * depth, 2 * depth + 2))
  const own = [...entries.keys()].filter((name) => !isSpreadName(name)).length
  const isFull = own + newcomers.length > SPREAD_ABOVE
  let taken: Set<string> | undefined
  const spread = new Map<string, Step[]>()
  for (const group of newcomers) {
    const shard = shardOf(group)
    if (isFull || entries.has(shard)) spread.set(shard, [...(spread.get(shard) ?? []), ...group.steps])
    else {
      taken ??= new Set([...entries.keys()].map(foldedName))
      put(entries, freeName(taken, group), follow(undefined, group, keep))
    }
  }
  for (const [shard, steps] of spread) {
    const held = entries.get(shard)
    const before = held?.kind === 'directory' ? held.directory : emptyDirectory
    put(entries, shard, directoryEntry(edited(before, steps, { depth: depth + 1, keep })))
  }
}

function freeName(taken: Set<string>, { name, kind }: Group): string {
  const free = taken.has(foldedName(name)) ? alternativeName(name, hashOf(name, kind)) : name
  taken.add(foldedName(free))
  return free
}

function hashOf(name: string, kind: DirectoryEntry['kind']): string {
  return sha1(`${kind} ${name}`).slice(0, 10)
}

function put(entries: Entries, name: string, entry: DirectoryEntry | undefined): void {
  if (entry === undefined) entries.delete(name)
  else entries.set(name, entry)
}

function sealed(entries: Entries, keep: KeepTree): Directory {
  if (entries.size === 0) return emptyDirectory
  const tree = treeObject([...entries].map(([name, { kind, oid }]) => ({ name, kind, oid })))
  keep(tree)
  return { oid: tree.oid, entries }
}
