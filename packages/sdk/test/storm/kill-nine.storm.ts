import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openGitStore } from '../../src/stores/git-store/git-store.ts'
import {
  fsck,
  git,
  gitBeside,
  inScratch,
  isLong,
  leftovers,
  letTimePass,
  randomFrom,
  reopen,
} from './ledger-fixture.ts'

const PROCESSES = 6

/** Full counts of all three storms make 5,000; their shares can be run apart, one seed each. */
const SHARE = Number(process.env['AGENTDESCENT_STORM_SHARE'] ?? 1)
const KILLS = isLong ? Math.ceil(1_500 * SHARE) : 30
const KILLS_WITH_GIT = isLong ? Math.ceil(3_000 * SHARE) : 60
const KILLS_ON_THE_SECOND_WAY = isLong ? Math.ceil(500 * SHARE) : 20

/** Then another ledger begins: no kill is to wait for the look at a long history. */
const KILLS_PER_LEDGER = 100

const committer = fileURLToPath(new URL('committer.mjs', import.meta.url))
const random = randomFrom(Number(process.env['AGENTDESCENT_STORM_SEED'] ?? 7))

interface Storm {
  readonly kills: number
  /** Called over and over while the kills go on. */
  readonly beside?: (path: string) => Promise<void>
  readonly way?: 'first-way' | 'second-way'
}

test(`${PROCESSES} processes under ${KILLS} SIGKILLs lose no acknowledged commit`, () =>
  storm({ kills: KILLS }))

test(`nor do they beside git that commits, packs and repacks, under ${KILLS_WITH_GIT} SIGKILLs`, async () => {
  let foreign = 0
  const beside = async (path: string): Promise<void> => {
    foreign += (await commitWithGit(path, foreign)) ? 1 : 0
    if (foreign % 7 === 0) await tidyWithGit(path, 'pack-refs', '--all', '--prune')
    if (foreign % 20 === 0) await tidyWithGit(path, 'repack', '-d', '-q')
    if (foreign % 20 === 10) await tidyWithGit(path, 'prune-packed', '-q')
    if (foreign % 12 === 5) await tidyWithGit(path, 'repack', '-a', '-d', '-q')
    if (foreign % 24 === 11) await tidyWithGit(path, 'gc', '-q')
  }
  await storm({ kills: KILLS_WITH_GIT, beside })
  expect(foreign).toBeGreaterThan(0)
})

test(`nor on a file system without links and locks, under ${KILLS_ON_THE_SECOND_WAY} SIGKILLs`, () =>
  storm({ kills: KILLS_ON_THE_SECOND_WAY, way: 'second-way' }))

/** Has so many processes killed, on one ledger after the other. */
async function storm(asked: Storm): Promise<void> {
  const { kills } = asked
  for (let done = 0; done < kills; done += KILLS_PER_LEDGER) {
    await stormOnOne({ ...asked, kills: Math.min(KILLS_PER_LEDGER, kills - done) })
    if (isLong) console.info(`${Math.min(done + KILLS_PER_LEDGER, kills)} of ${kills} kills, nothing lost`)
  }
}

/** Runs the processes until so many of them were killed, and then looks at what is there. */
async function stormOnOne({ kills, beside, way = 'first-way' }: Storm): Promise<void> {
  await inScratch(async (scratch) => {
    const path = join(scratch, 'ledger')
    await (await openGitStore(path)).close()
    const crew = new Crew(path, way)
    let isOver = false
    const others = (async () => {
      while (beside !== undefined && !isOver) await beside(path)
    })()
    others.catch(() => undefined)
    for (let killed = 0; killed < kills; killed++) {
      await crew.progress()
      await setTimeout(random() * 200)
      crew.killOne()
    }
    isOver = true
    await others
    await crew.finish()
    await expectNothingLost(path, crew)
  })
}

class Crew {
  readonly acknowledged: string[] = []
  readonly complaints: string[] = []
  readonly #path: string
  readonly #way: string
  readonly #members = new Map<number, ChildProcess>()
  #goal = 1_000_000
  #seen = 0

  constructor(path: string, way: string) {
    this.#path = path
    this.#way = way
    for (let index = 0; index < PROCESSES; index++) this.#start(index)
  }

  /** Resolves when a commit has been acknowledged since the last time, or 3 s have passed: kills are to meet work, not start-up. */
  async progress(): Promise<void> {
    const deadline = Date.now() + 3_000
    while (this.acknowledged.length === this.#seen && Date.now() < deadline) await setTimeout(10)
    this.#seen = this.acknowledged.length
  }

  killOne(): void {
    const members = [...this.#members.values()]
    members[Math.floor(random() * members.length)]?.kill('SIGKILL')
  }

  /** Lets each process commit once more and end in peace. */
  async finish(): Promise<void> {
    this.#goal = 0
    for (const member of this.#members.values()) member.kill('SIGKILL')
    while (this.#members.size > 0) await setTimeout(20)
    for (let index = 0; index < PROCESSES; index++) this.#start(index)
    while (this.#members.size > 0) await setTimeout(20)
  }

  #start(index: number): void {
    const goal = this.#goal
    const args = [committer, this.#path, `c${index}`, String(goal), this.#way]
    const member = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#members.set(index, member)
    let text = ''
    member.stdout.on('data', (chunk) => {
      text += String(chunk)
      // A line cut by the kill was not acknowledged.
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      this.acknowledged.push(...lines)
    })
    member.stderr.on('data', (chunk) => this.complaints.push(String(chunk)))
    member.on('close', () => {
      this.#members.delete(index)
      if (this.#goal > 0) this.#start(index)
    })
  }
}

async function expectNothingLost(path: string, { acknowledged, complaints }: Crew): Promise<void> {
  expect(complaints).toEqual([])
  const history = git(path, 'rev-list', 'dev').trim().split('\n')
  const held = new Set(history)
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(acknowledged.filter((commit) => !held.has(commit))).toEqual([])
  expect(git(path, 'rev-list', '--max-parents=0', 'dev', 'stable').trim().split('\n').length).toBe(1)
  expect(git(path, 'rev-list', '--count', '--min-parents=2', 'dev').trim()).toBe('0')
  const trailers = git(path, 'log', '--format=%(trailers:key=AgentDescent-Version,valueonly)', 'dev')
  const commits = trailers.split('\n').filter((line) => line.startsWith('counters')).length
  letTimePass(path)
  const store = await reopen(path)
  const artifacts = [...(await store.read('dev')).artifacts.values()]
  // Each commit adds 1 to one number of one artifact: what overwrote another's would show.
  for (const { version, state } of artifacts)
    expect([...state].reduce((total, [, text]) => total + Number(text), 0)).toBe(version)
  expect(artifacts.reduce((total, { version }) => total + version, 0)).toBe(commits)
  await store.close()
  expect(leftovers(path).filter((name) => !name.includes('tmp_obj'))).toEqual([])
  expect(fsck(path)).toBe('')
}

/** Adds a commit with the head's tree as any git user would, and says whether no one came between. */
async function commitWithGit(path: string, count: number): Promise<boolean> {
  const head = await gitBeside(path, 'rev-parse', 'refs/heads/dev')
  const made = await gitBeside(path, 'commit-tree', '-p', head, '-m', `foreign ${count}`, `${head}^{tree}`)
  try {
    await gitBeside(path, 'update-ref', 'refs/heads/dev', made, head)
    return true
  } catch {
    return false
  }
}

/** Git gives up where a lock of ours is in its way, as it does for its own; for nothing else. */
async function tidyWithGit(path: string, ...args: readonly string[]): Promise<void> {
  try {
    await gitBeside(path, ...args)
  } catch (error) {
    if (!/\.lock'?: File exists|[Uu]nable to (create|lock)|cannot lock ref/.test(String(error))) throw error
  }
}
