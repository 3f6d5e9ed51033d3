import { LedgerError, shown } from '@agentdescent/core'
import type { Artifact, LogEntry } from '@agentdescent/core'
import type { GitLedgerStore } from '../stores/git-store/git-store.ts'

/** A branch, a version of the artifact on `dev` as a number or as `v3`, or a commit by its first digits, at least four. */
export type LedgerPoint = string | number

/** A commit and the branch that it was found on. */
export interface Located {
  readonly branch: 'dev' | 'stable'
  readonly entry: LogEntry
  /** The commit before it on the branch; absent for the first. */
  readonly before?: LogEntry
}

const BRANCHES = ['dev', 'stable'] as const

/** Says which version of the artifact a point names; undefined for a branch or a commit. */
export function versionNamed(point: LedgerPoint): number | undefined {
  if (typeof point === 'number') return point
  const [, digits] = /^v(\d+)$/.exec(point) ?? /^(\d{1,3})$/.exec(point) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Says whether a point is a branch that holds artifacts. */
export function isBranch(point: LedgerPoint): point is 'dev' | 'stable' {
  return BRANCHES.some((branch) => branch === point)
}

/** Finds the commit that a text is the beginning of. @throws LedgerError `bad-point`, `unknown-commit`, `ambiguous-commit` */
export async function commitNamed(digits: string, path: string, store: GitLedgerStore): Promise<Located> {
  if (!/^[0-9a-f]{4,40}$/i.test(digits)) throw badPoint(digits)
  const found = new Map<string, Located>()
  for (const branch of BRANCHES) {
    const entries = await store.log(branch, Infinity)
    for (const [at, entry] of entries.entries()) {
      if (!entry.commit.startsWith(digits.toLowerCase()) || found.has(entry.commit)) continue
      const before = entries[at + 1]
      found.set(entry.commit, before === undefined ? { branch, entry } : { branch, entry, before })
    }
  }
  const [only, ...more] = found.values()
  if (only !== undefined && more.length === 0) return only
  throw only === undefined ? unknownCommit(digits, path) : ambiguousCommit(digits, [...found.keys()])
}

/** The refusal of a version that `dev` never held. */
export function unknownVersion(
  path: string,
  { id, version: newest }: Artifact,
  version: number,
): LedgerError {
  return new LedgerError({
    code: 'unknown-version',
    argument: 'at',
    value: String(version),
    message: `The ledger ${path} has no version ${version} of "${id}".`,
    fix: `Name one from 1 to ${newest}.`,
  })
}

function badPoint(point: string): LedgerError {
  return new LedgerError({
    code: 'bad-point',
    argument: 'at',
    value: shown(point),
    message: `${shown(point)} is neither a branch, nor a version, nor a commit.`,
    fix: 'Say dev, stable, a version as v3, or at least four digits of a commit.',
  })
}

function unknownCommit(digits: string, path: string): LedgerError {
  return new LedgerError({
    code: 'unknown-commit',
    argument: 'commit',
    value: shown(digits),
    message: `The ledger ${path} has no commit ${shown(digits)} on ${BRANCHES.join(' or ')}.`,
    fix: 'Take one from its log.',
  })
}

function ambiguousCommit(digits: string, commits: readonly string[]): LedgerError {
  return new LedgerError({
    code: 'ambiguous-commit',
    argument: 'commit',
    value: shown(digits),
    message: `${shown(digits)} is the beginning of ${commits.length} commits: ${commits.map((commit) => commit.slice(0, 12)).join(', ')}.`,
    fix: 'Give more of its digits.',
  })
}
