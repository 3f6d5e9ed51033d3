import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { artifactId, runId, stateOf } from '@agentdescent/core'
import type { Artifact, CommitMessage, LedgerStore } from '@agentdescent/core'
import { openGitStore } from '../../src/stores/git-store/git-store.ts'
import type { GitStoreOptions } from '../../src/stores/git-store/git-store-options.ts'

/** True in `test:long`, which runs the full counts. */
export const isLong: boolean = process.env['AGENTDESCENT_STORM'] === 'long'

const prompt = artifactId('prompt')

/** One write of the store: what is done to a ledger that holds versions 1 to 3 of `prompt` on dev and 1 on stable. */
export interface WritePath {
  readonly name: string
  readonly options?: GitStoreOptions
  /** Changes the files of the ledger before it is opened for the write. */
  readonly prepare?: (path: string) => void
  /** Calls `acknowledge` when the write may not be lost any more; default at its end. */
  readonly run: (store: LedgerStore, acknowledge: () => void) => Promise<unknown>
  /** What dev and stable hold afterwards: `prompt`'s versions. */
  readonly after: Heads
  /** What they hold on the way there. */
  readonly between?: Heads
  /** Returns what its files have lost besides, whenever it ended; undefined for nothing. */
  readonly lost?: (path: string) => string | undefined
}

/** Versions of `prompt` on both branches. */
export interface Heads {
  readonly dev: number
  readonly stable: number
}

const before: Heads = { dev: 3, stable: 1 }

export const writePaths: readonly WritePath[] = [
  { name: 'commit', run: (store) => commit(store, 4), after: { dev: 4, stable: 1 } },
  { name: 'promote', run: (store) => store.promote(prompt, said('promote')), after: { dev: 3, stable: 3 } },
  {
    name: 'register',
    run: (store) => store.register({ ...artifactAt(1), id: artifactId('other') }, said('register other')),
    after: before,
  },
  { name: 'record of a step', run: (store) => recordTwice(store), after: before },
  { name: 'group of commits', run: commitGroup, after: { dev: 11, stable: 1 } },
  {
    name: 'group of commits with packing beside it',
    options: { packAbove: 1 },
    run: async (store, acknowledge) => {
      await commitGroup(store)
      await commit(store, 12)
      acknowledge()
      await store.close()
    },
    after: { dev: 12, stable: 1 },
    between: { dev: 11, stable: 1 },
  },
  {
    name: 'commit with packing beside it',
    options: { packAbove: 1 },
    run: async (store, acknowledge) => {
      await commit(store, 4)
      acknowledge()
      await store.close()
    },
    after: { dev: 4, stable: 1 },
  },
  {
    name: 'trimming of a reflog',
    options: { packAbove: 1 },
    prepare: lengthenLog,
    run: (store) => store.close(),
    after: before,
    lost: lostOfLog,
  },
]

/** Makes the log so long that it is trimmed with the next packing; its last lines stay the last. */
function lengthenLog(path: string): void {
  const log = join(path, LOG)
  const lines = readFileSync(log, 'utf8')
  const first = lines.slice(0, lines.indexOf('\n') + 1)
  writeFileSync(log, first.repeat(Math.ceil((1 << 18) / first.length)) + lines)
}

function lostOfLog(path: string): string | undefined {
  const isKept = /\tversion 2\n[^\n]+\tversion 3\n/.test(readFileSync(join(path, LOG), 'utf8'))
  return isKept ? undefined : `${LOG} has lost its last lines`
}

const LOG = 'logs/refs/heads/dev'

/** The first record makes the branch, the second moves it. */
async function recordTwice(store: LedgerStore): Promise<void> {
  for (const step of [1, 2])
    await store.record?.({ run: runId('storm'), step, reports: [], proposals: [], learnt: [] })
}

/** Returns what a ledger may hold when the write has not been acknowledged. */
export function unacknowledged({ after, between = after }: WritePath): readonly Heads[] {
  return [before, between, after, { dev: after.dev, stable: before.stable }]
}

/** Makes a ledger in the state that a write path starts from. */
export async function makeLedger(path: string, { prepare }: Pick<WritePath, 'prepare'> = {}): Promise<void> {
  const store = await openGitStore(path, { durability: 'atomic', now: () => 1_700_000_000_000 })
  await store.register(artifactAt(1), said('register prompt'))
  await commit(store, 2)
  await commit(store, 3)
  await store.close()
  prepare?.(path)
}

/** Commits the version of `prompt` that follows `version - 1`; throws unless it lands. */
export async function commit(store: LedgerStore, version: number): Promise<void> {
  const writes = [{ artifact: artifactAt(version), expected: version - 1 }]
  const result = await store.compareAndSwap({ branch: 'dev', writes, message: said(`version ${version}`) })
  if (result.outcome !== 'swapped') throw new Error(`version ${version} met a conflict`)
}

/** Commits versions 4 to 11 at once, each of which expects the one before it: they share one turn, and one pack. */
async function commitGroup(store: LedgerStore): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, (_, index) => commit(store, index + 4)))
}

/** Returns what the branches hold after a check that every text is the one its version has. */
export async function headsOf(store: LedgerStore): Promise<Heads> {
  const [dev, stable] = [await versionOn(store, 'dev'), await versionOn(store, 'stable')]
  return { dev, stable }
}

/** Opens with what ended processes left behind mended silently. */
export function reopen(path: string, options: GitStoreOptions = {}): Promise<LedgerStore> {
  return openGitStore(path, { durability: 'atomic', onNotice: () => {}, ...options })
}

/** In memory where there is such a place: what a disk may lose is simulated, and never waited for. */
const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Runs the work in a directory of its own. */
export async function inScratch<Value>(work: (scratch: string) => Promise<Value>): Promise<Value> {
  const scratch = mkdtempSync(join(home, 'agentdescent-storm-'))
  try {
    return await work(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

export function copyOf(path: string, copy: string): string {
  rmSync(copy, { recursive: true, force: true })
  cpSync(path, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

/** Returns what git says about the repository: nothing when all is well. */
export function fsck(path: string): string {
  return git(path, 'fsck', '--strict', '--full', '--no-dangling', '--no-progress').trim()
}

export function git(path: string, ...args: readonly string[]): string {
  return execFileSync('git', ['--git-dir', path, ...args], { ...gitOptions(), stdio: 'pipe' })
}

/** Runs git while other things go on, and returns what it prints, without blanks around it. */
export async function gitBeside(path: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['--git-dir', path, ...args], gitOptions())
  return stdout.trim()
}

function gitOptions() {
  const person = {
    GIT_AUTHOR_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x',
    GIT_COMMITTER_NAME: 'x',
    GIT_COMMITTER_EMAIL: 'x',
  }
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...person }
  return { encoding: 'utf8', env, maxBuffer: 1 << 28 } as const
}

/** Returns locks and temporary files that are left in the repository. */
export function leftovers(path: string): readonly string[] {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.lock$|lock-|tmp_obj/.test(name) && !/agentdescent.\w+\.lock$/.test(name))
}

/** Makes what is left look as if it had been so for long enough that nobody can be about to write it. */
export function letTimePass(path: string): void {
  const past = Date.now() / 1000 - 60
  for (const name of leftovers(path)) utimesSync(join(path, name), past, past)
}

/** Counts up from the seed: numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function artifactAt(version: number): Artifact {
  const entries = Array.from(
    { length: 8 },
    (_, index) => [`k${index}`, index === version % 8 ? `at ${version}` : 'same'] as const,
  )
  return { id: prompt, version, state: stateOf(entries), contract: { major: 1 }, blastRadius: 1 }
}

function said(subject: string): CommitMessage {
  return { subject, trailers: [] }
}

async function versionOn(store: LedgerStore, branch: string): Promise<number> {
  const held = (await store.read(branch)).artifacts.get(prompt)
  if (held === undefined) throw new Error(`${branch} has lost the artifact`)
  const expected = artifactAt(held.version).state
  held.state.differences(expected, (key) => {
    throw new Error(`${branch} holds another text of ${key} than version ${held.version} had`)
  })
  return held.version
}
