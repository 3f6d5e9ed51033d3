import { uptime } from 'node:os'
import type { BranchLock } from './branch-lock.ts'
import { hasEnded } from './branch-lock.ts'
import { writeDurably } from './durable-file.ts'
import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'
import type { LooseObjects } from './loose-objects.ts'
import type { ObjectReader } from './object-reader.ts'
import { KEEP_TEXT } from './packs/pack-writer.ts'
import type { Refs } from './refs.ts'

/** What happened to a ledger that its user should know, though nothing is lost. */
export type LedgerNotice =
  /** The objects stay as they are, and packing is tried again later. */
  | { readonly kind: 'pack-failed'; readonly reason: string }
  | { readonly kind: 'lock-broken'; readonly path: string }
  | { readonly kind: 'branch-mended'; readonly branch: string; readonly commit: string }
  | { readonly kind: 'object-dropped'; readonly oid: string }

export interface RecoveryContext {
  readonly gitDirectory: string
  readonly files: FileSystem
  readonly branches: readonly string[]
  readonly refs: Refs
  readonly branchLock: BranchLock
  readonly objects: LooseObjects
  readonly reader: ObjectReader
  /** Whether the system's lock is held, so that no other process of ours moves a branch. */
  readonly isGuarded: boolean
}

/** A temporary file this old has no writer any more. */
const ABANDONED_MS = 3_600_000

/** File systems keep times this coarsely. */
const CLOCK_MS = 2_000

/**
 * Undoes what ended processes and losses of power left: locks, temporary files, torn objects and torn branches. A commit needs
 * no mending: it is there whole, or not at all.
 * @throws LedgerError `corrupt` for a torn branch that no line of its reflog mends
 */
export async function recover(context: RecoveryContext): Promise<readonly LedgerNotice[]> {
  const notices: LedgerNotice[] = []
  for (const branch of context.branches) notices.push(...breakLock(branch, context))
  notices.push(...cleanObjects(context))
  for (const branch of context.branches) notices.push(...(await mendBranch(branch, context)))
  removeLeftovers(context)
  return notices
}

/** Records that every loose object up to now is whole. A mark that cannot be set costs the next opening a look at each. */
export function markClean(gitDirectory: string, files: FileSystem): void {
  const path = cleanMarkOf(gitDirectory)
  try {
    if (files.facts(path) === undefined) files.close(files.create(path, 0o644))
    else files.touch(path)
  } catch (error) {
    if (failureCode(error) === undefined) throw error
  }
}

function cleanMarkOf(gitDirectory: string): string {
  return `${gitDirectory}/agentdescent/clean`
}

/** A lock is broken when one of ours left it, and when it is older than this boot: whoever held it has ended. */
function breakLock(branch: string, { refs, files, branchLock, isGuarded }: RecoveryContext): LedgerNotice[] {
  const path = `${refs.pathOf(branch)}.lock`
  const lock = files.facts(path)
  if (lock === undefined) return []
  const isOlderThanBoot = lock.modifiedMs < Date.now() - uptime() * 1000
  if (!branchLock.breakOwn(path, isGuarded)) {
    if (!isOlderThanBoot) return []
    files.unlink(path)
  }
  return [{ kind: 'lock-broken', path }]
}

/** A torn object would stand in the way of its own content for ever: git never writes what is there already. */
function cleanObjects({ gitDirectory, files, objects }: RecoveryContext): LedgerNotice[] {
  const root = `${gitDirectory}/objects`
  const cleanSince = (files.facts(cleanMarkOf(gitDirectory))?.modifiedMs ?? 0) - CLOCK_MS
  const isSuspect = (oid: string): boolean =>
    (files.facts(`${root}/${oid.slice(0, 2)}/${oid.slice(2)}`)?.modifiedMs ?? 0) >= cleanSince
  const torn = objects.list().filter((oid) => isSuspect(oid) && !objects.isWhole(oid))
  for (const oid of torn) objects.remove(oid)
  const isTemporary = (path: string): boolean => /\/tmp_[^/]*$/.test(path)
  for (const directory of files.list(root) ?? []) removeAbandoned(`${root}/${directory}`, isTemporary, files)
  removeAbandoned(`${root}/pack`, (path) => path.endsWith('.keep') && isOurKeep(path, files), files)
  return torn.map((oid) => ({ kind: 'object-dropped', oid }))
}

async function mendBranch(branch: string, context: RecoveryContext): Promise<LedgerNotice[]> {
  const { refs, files, gitDirectory } = context
  try {
    refs.read(branch)
    return []
  } catch (torn) {
    for (const commit of loggedCommits(refs.logPathOf(branch), files)) {
      if (!(await isReadable(commit, context))) continue
      await writeDurably(files, gitDirectory, { name: `refs/heads/${branch}`, text: `${commit}\n` })
      return [{ kind: 'branch-mended', branch, commit }]
    }
    throw torn
  }
}

/** Returns the commits that a reflog names, newest first; its last line may be torn. */
function loggedCommits(path: string, files: FileSystem): readonly string[] {
  const lines = (files.read(path)?.toString('latin1') ?? '').split('\n')
  return lines.flatMap((line) => /^[0-9a-f]{40} ([0-9a-f]{40}) /.exec(line)?.[1] ?? []).toReversed()
}

async function isReadable(commit: string, { reader }: RecoveryContext): Promise<boolean> {
  try {
    await reader.verify(commit)
    return true
  } catch {
    return false
  }
}

/** A lock that could not be told from one that git is about to write is told later, by the proof of its owner. */
function removeLeftovers({
  gitDirectory,
  files,
  branches,
  refs,
  branchLock,
  isGuarded,
}: RecoveryContext): void {
  const directory = `${gitDirectory}/agentdescent`
  const isLocked = branches.some((branch) => files.facts(`${refs.pathOf(branch)}.lock`) !== undefined)
  for (const name of isLocked ? [] : branchLock.proofs())
    if (hasEnded(name, isGuarded)) unlinkIfThere(`${directory}/${name}`, files)
  removeAbandoned(directory, (path) => path.endsWith('.tmp'), files)
}

/** A keep file of ours may be torn, or not have come to its text. */
function isOurKeep(path: string, files: FileSystem): boolean {
  return KEEP_TEXT.startsWith(files.read(path)?.toString('latin1') ?? '')
}

function removeAbandoned(directory: string, isTemporary: (path: string) => boolean, files: FileSystem): void {
  const paths = (files.list(directory) ?? []).map((name) => `${directory}/${name}`)
  for (const path of paths.filter(isTemporary)) {
    // What is gone by now was not abandoned: its writer has given it its name.
    const modifiedMs = files.facts(path)?.modifiedMs ?? Number.POSITIVE_INFINITY
    if (modifiedMs < Date.now() - ABANDONED_MS) unlinkIfThere(path, files)
  }
}

function unlinkIfThere(path: string, files: FileSystem): void {
  try {
    files.unlink(path)
  } catch (error) {
    if (failureCode(error) !== 'ENOENT') throw error
  }
}
