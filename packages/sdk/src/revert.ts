import { LedgerError, type RevertedCommit, revertCommit, shown } from '@agentdescent/core'
import type { Artifact, Reverted, Task } from '@agentdescent/core'
import type { EvolveOptions } from './evolve.ts'
import { commitNamed, versionNamed } from './ledger/ledger-points.ts'
import { blameOf } from './ledger/blame.ts'
import { openGitStore, type GitLedgerStore } from './stores/git-store/git-store.ts'
import { systemClock } from './system-clock.ts'

/** The options of the run, on the folder of its ledger. */
export type RevertOptions<T extends Task = Task, Output = string> = Omit<
  EvolveOptions<T, Output>,
  'ledger'
> & {
  readonly ledger: string
}

/** What was to be taken back, and what became of it. */
export interface RevertResult {
  readonly commit: string
  readonly subject: string
  readonly result: Reverted
}

/**
 * Takes a commit of `dev` back, if the gate agrees: its inverse is measured on the held-out tasks as any proposal is. `what` is a
 * commit by its first digits, a version as `v3`, or a line of the head as `L3`, which stands for the commit that brought it.
 * @throws what `revertCommit` throws; LedgerError `unknown-commit`, `unknown-line`, `not-on-dev`, `unknown-artifact`
 *
 * @example
 * const { result } = await revert({ ...options, ledger: './ledger' }, 'L3')
 */
export async function revert<T extends Task, Output = string>(
  { ledger, clock = systemClock, ...options }: RevertOptions<T, Output>,
  what: string,
): Promise<RevertResult> {
  const store = await openGitStore(ledger)
  try {
    const reverted = await revertedBy(what, { path: ledger, store, id: options.artifact?.id ?? 'artifact' })
    const result = await revertCommit({ ...options, clock, ledger: store }, reverted)
    return { commit: reverted.commit, subject: reverted.subject, result }
  } finally {
    await store.close()
  }
}

interface Place {
  readonly path: string
  readonly store: GitLedgerStore
  readonly id: string
}

async function revertedBy(what: string, place: Place): Promise<RevertedCommit> {
  const { path, store } = place
  const located = await commitNamed(await digitsOf(what, place), path, store)
  const { branch, before, entry } = located
  if (branch !== 'dev') throw notOnDev(entry.commit)
  const after = await artifactIn(entry.commit, place)
  const held =
    before === undefined ? undefined : (await store.readCommit(before.commit)).artifacts.get(after.id)
  const named = { commit: entry.commit, subject: entry.message.subject, after }
  return held === undefined ? named : { ...named, before: held }
}

async function digitsOf(what: string, place: Place): Promise<string> {
  const [, line] = /^L(\d+)$/i.exec(what) ?? []
  if (line !== undefined) return commitOfLine(Number(line), place)
  const version = versionNamed(what)
  if (version === undefined) return what
  const entries = await place.store.log('dev', Infinity)
  const held = entries.find(({ versions }) =>
    [...versions].some(([id, at]) => id === place.id && at === version),
  )
  if (held !== undefined) return held.commit
  throw new LedgerError({
    code: 'unknown-version',
    argument: 'commit',
    value: what,
    message: `The ledger ${place.path} has no version ${version} of "${place.id}".`,
    fix: 'Take one from its log.',
  })
}

async function commitOfLine(line: number, place: Place): Promise<string> {
  const { commit } = await place.store.read('dev')
  const { id, version } = await artifactIn(commit, place)
  const lines = await blameOf({ store: place.store, strategy: undefined, id, version })
  const found = lines[line - 1]
  if (found !== undefined) return found.commit
  throw new LedgerError({
    code: 'unknown-line',
    argument: 'line',
    value: `L${line}`,
    message: `The head of "${id}" has ${lines.length} lines, and no L${line}.`,
    fix: 'Take one from agentdescent ledger blame.',
  })
}

async function artifactIn(commit: string, { id, path, store }: Place): Promise<Artifact> {
  const { artifacts } = await store.readCommit(commit)
  const artifact = [...artifacts.values()].find((one) => one.id === id)
  if (artifact !== undefined) return artifact
  throw new LedgerError({
    code: 'unknown-artifact',
    argument: 'artifact.id',
    value: shown(id),
    message: `The ledger ${path} holds ${[...artifacts.keys()].join(', ') || 'no artifact'} in commit ${commit.slice(0, 12)}, and no ${shown(id)}.`,
    fix: 'Give the options that the run had.',
  })
}

function notOnDev(commit: string): LedgerError {
  return new LedgerError({
    code: 'not-on-dev',
    argument: 'commit',
    value: commit,
    message: `Commit ${commit.slice(0, 12)} is on stable, which only holds what dev had.`,
    fix: 'Name the commit of dev: its trailer AgentDescent-Dev-Commit does.',
  })
}
