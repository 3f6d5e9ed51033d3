import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { LedgerError, OptionError, shown } from '@agentdescent/core'
import { openGitStore } from '../stores/git-store/git-store.ts'
import { PROPOSALS } from '../stores/git-store/step-records.ts'

export interface PushOptions {
  /** Pushes to branches `<as>/dev`, `<as>/stable` and `<as>/proposals`, for a remote that keeps several ledgers. */
  readonly as?: string
  readonly signal?: AbortSignal
}

/** A branch of the ledger, and where the remote has it. */
export interface PushedBranch {
  readonly branch: string
  /** The branch of the remote. */
  readonly to: string
  readonly outcome: 'new' | 'moved' | 'unchanged'
}

export interface PushResult {
  /** Path of the ledger. */
  readonly ledger: string
  /** As it was named, without a password. */
  readonly remote: string
  readonly branches: readonly PushedBranch[]
}

const BRANCHES = ['dev', 'stable', PROPOSALS] as const

/** What ties a git program to a repository other than the one that it is given. */
const TIES =
  /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES)$/

/**
 * Pushes all branches of a ledger to a remote by the user's own git, each of them or none. A branch of the remote is never forced:
 * what somebody else pushed there stays.
 * @throws LedgerError `remote-moved`, `push-failed`, `no-git`, `not-a-ledger`
 * @throws OptionError `bad-remote`, `bad-name`
 */
export async function pushLedger(
  path: string,
  remote: string,
  options: PushOptions = {},
): Promise<PushResult> {
  const ledger = resolve(path)
  const push = { ledger, remote, shownRemote: withoutPassword(remote), ...options }
  checkArguments(push)
  await (await openGitStore(ledger, { isReadOnly: true })).close()
  const names = await git(push, [
    'for-each-ref',
    '--format=%(refname)',
    ...BRANCHES.map((name) => `refs/heads/${name}`),
  ])
  const refs = names.split('\n').filter((name) => name !== '')
  const specs = refs.map((ref) => `${ref}:${targetOf(ref, options.as)}`)
  const report = await git(push, ['push', '--porcelain', '--atomic', '--', remote, ...specs])
  return { ledger, remote: push.shownRemote, branches: pushedBranches(report) }
}

interface Push extends PushOptions {
  readonly ledger: string
  readonly remote: string
  readonly shownRemote: string
}

function checkArguments({ remote, as }: Push): void {
  if (remote === '' || remote.startsWith('-') || /[\0\n]/.test(remote))
    throw new OptionError({
      code: 'bad-remote',
      argument: 'remote',
      value: shown(remote),
      message: `The remote is ${shown(remote)}, which names no repository.`,
      fix: 'Give what git push takes: a URL, a path, or the name of a remote of the ledger.',
    })
  if (as !== undefined && !/^(?!.*(\.\.|\.lock$|\.$))[A-Za-z0-9_][\w.-]*$/.test(as))
    throw new OptionError({
      code: 'bad-name',
      argument: 'as',
      value: shown(as),
      message: `Branches cannot be pushed as ${shown(as)}: it is no name that git gives a branch.`,
      fix: 'Use letters, digits, dashes and single dots.',
    })
}

function targetOf(ref: string, as: string | undefined): string {
  return as === undefined ? ref : ref.replace('refs/heads/', `refs/heads/${as}/`)
}

async function git(push: Push, words: readonly string[]): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !TIES.test(name))
  // The report is read by a program, and nobody is there to type a password.
  const env = { ...Object.fromEntries(own), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' }
  const { signal } = push
  try {
    const options = { env, encoding: 'utf8', ...(signal === undefined ? {} : { signal }) } as const
    return (await promisify(execFile)('git', ['--git-dir', push.ledger, ...words], options)).stdout
  } catch (cause) {
    throw signal?.aborted === true ? signal.reason : failureOf(push, cause)
  }
}

/** Lines of a porcelain report: a mark, where from and to, what became of it. */
const REPORT_LINE = /^([ *=!+-])\trefs\/heads\/([^:\t]+):refs\/heads\/([^\t]+)\t(.*)$/gm

const OUTCOMES: Readonly<Record<string, PushedBranch['outcome']>> = {
  ' ': 'moved',
  '*': 'new',
  '=': 'unchanged',
}

/** Returns what became of each branch, in the order of `BRANCHES`; git tells of unchanged ones first. */
function pushedBranches(report: string): readonly PushedBranch[] {
  const told = [...report.matchAll(REPORT_LINE)]
  return BRANCHES.flatMap((name) => {
    const line = told.find(([, , branch]) => branch === name)
    if (line === undefined) return []
    const [, mark = '', branch = '', to = ''] = line
    return [{ branch, to, outcome: OUTCOMES[mark] ?? 'moved' }]
  })
}

/** The cause is not passed on but for a missing git: it has the password of a remote in it. */
function failureOf(push: Push, cause: unknown): LedgerError {
  const { code, stdout, stderr } = endingOf(cause)
  const { ledger, shownRemote } = push
  if (code === 'ENOENT')
    return pushError(push, {
      code: 'no-git',
      message: `The ledger ${ledger} cannot be pushed: there is no git program on the PATH.`,
      fix: 'Install git. Everything else of a ledger works without it.',
      cause,
    })
  const moved = [...stdout.matchAll(REPORT_LINE)].find(
    ([, mark, , , what = '']) => mark === '!' && HAS_MORE.test(what),
  )
  if (moved !== undefined)
    return pushError(push, {
      code: 'remote-moved',
      message: `The branch "${moved[3]}" of ${shownRemote} has commits that the ledger ${ledger} does not have, and nothing was pushed.`,
      fix: 'Push to branches of its own (as, --as NAME), or to another remote. Both sides are as they were.',
    })
  const words = complaintOf(stderr || stdout).replaceAll(push.remote, shownRemote)
  return pushError(push, {
    code: 'push-failed',
    message: `git could not push the ledger ${ledger} to ${shownRemote}: ${shown(words)}.`,
    fix: 'Mend what git names and push again; the ledger is as it was.',
  })
}

/** Returns the first line in which git says what went wrong. */
function complaintOf(words: string): string {
  const lines = words.split('\n').map((line) => line.trim())
  return (
    lines.find((line) => /^(fatal|error|remote):/.test(line)) ??
    lines.find((line) => line !== '') ??
    'no reason'
  )
}

const HAS_MORE = /\((fetch first|non-fast-forward|needs force)\)/

interface PushFailure {
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly cause?: unknown
}

function pushError({ shownRemote }: Push, failure: PushFailure): LedgerError {
  return new LedgerError({ argument: 'remote', value: shownRemote, ...failure })
}

function endingOf(cause: unknown): {
  readonly code: unknown
  readonly stdout: string
  readonly stderr: string
} {
  if (typeof cause !== 'object' || cause === null)
    return { code: undefined, stdout: '', stderr: String(cause) }
  const { code, stdout, stderr } = { code: undefined, stdout: '', stderr: '', ...cause }
  return { code, stdout: String(stdout), stderr: String(stderr) }
}

/** Returns a remote as it may be printed. */
function withoutPassword(remote: string): string {
  return remote.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
}
