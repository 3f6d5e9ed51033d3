// What becomes of a ledger that grows: size beside git's own packing, cost of late commits, opening one of 100,000 commits, and
// the lines of 2,000 explained. The last two are written by git fast-import in the ledger's layout, and packed as git packs it.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openLedger } from '../packages/sdk/dist/index.js'
import { LedgerSide } from './ledger-side.mjs'
import { BATCHES, median } from './measure.mjs'
import { makeHistory } from './long-history.mjs'

const KEYS = 100
const COMMITS = Number(process.env.AGENTDESCENT_GROWTH_COMMITS ?? 10_000)
const LONG = Number(process.env.AGENTDESCENT_GROWTH_LONG ?? 100_000)
const STRETCH = 100
const BLAMED = 2_000

/**
 * Packing removes files, and ext4 gives their inodes to no other file for a minute after they have been written back: whoever
 * creates one steps over all of them. After thousands of commits in seconds that would be what is measured.
 */
const REST_MS = 65_000

const limits = {
  sizeOfGit: 3,
  bytesPerCommit: 2_000,
  looseFiles: 5_000,
  lateCommit: 1.2,
  openMs: 50,
  snapshotMs: 2_000,
  readerMiB: 450,
  blameMs: 2_000,
}

const reader = fileURLToPath(new URL('read-ledger.mjs', import.meta.url))

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'agentdescent-bench-growth-'))
  try {
    const long = [...opened(folder), await blamed(folder)]
    const path = join(folder, 'grown')
    const side = new LedgerSide(path, { keys: KEYS, durability: 'atomic', spread: true })
    const growing = await grown(side, path)
    execFileSync('sync')
    await setTimeout(REST_MS)
    const late = await lateCommits(side, folder)
    await side.close()
    const rows = [...sizes(path, folder), ...growing, late, ...long]
    const failures = rows.filter(({ value, limit }) => value > limit)
    return {
      rows,
      floor: `no figure above its limit; ${COMMITS} commits of a ${KEYS}-key state, and ${LONG} made by git fast-import`,
      failures: failures.map(({ figure, value, limit }) => `${figure}: ${value}, more than ${limit}.`),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Grows a ledger by one commit at a time, but for the last batches. */
async function grown(side, path) {
  const early = [...(await side.commits(STRETCH))]
  let looseFiles = 0
  for (let made = STRETCH; made < COMMITS - STRETCH * BATCHES; made += STRETCH) {
    await side.commits(STRETCH)
    looseFiles = Math.max(looseFiles, looseFilesIn(path))
  }
  return [
    row('most loose files at any time', looseFiles, limits.looseFiles),
    row('first commits, ms (no limit)', median(early), Number.POSITIVE_INFINITY),
  ]
}

/**
 * Commits to the grown ledger and to a young one in turn, so that a busy machine slows both. No commit of the young one is later
 * than the 800th.
 */
async function lateCommits(side, folder) {
  const young = new LedgerSide(join(folder, 'young'), { keys: KEYS, durability: 'atomic', spread: true })
  await young.commits(STRETCH)
  const ratios = []
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const [late, soon] = [await side.commits(STRETCH), await young.commits(STRETCH)]
    ratios.push(median(late) / median(soon))
  }
  await young.close()
  return row(`commit ${COMMITS} against commit ${STRETCH} to 800, times`, median(ratios), limits.lateCommit)
}

/** Compares what the grown ledger takes with what git makes of a copy. */
function sizes(path, folder) {
  git(path, 'fsck', '--strict')
  const bytes = bytesIn(path)
  cpSync(path, join(folder, 'collected'), { recursive: true })
  git(join(folder, 'collected'), 'gc', '--quiet', '--prune=now')
  return [
    row('disk, times what git gc leaves', bytes / bytesIn(join(folder, 'collected')), limits.sizeOfGit),
    row('bytes per commit', bytes / COMMITS, limits.bytesPerCommit),
  ]
}

/** Opens a long ledger in a process of its own, as often as there are batches. */
function opened(folder) {
  const path = join(folder, 'long')
  makeHistory(path, { keys: KEYS, commits: LONG })
  const figures = Array.from({ length: BATCHES }, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [reader, path, String(LONG)], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The reader failed: ${stderr}`)
    return JSON.parse(stdout)
  })
  const middle = (name) => median(figures.map((figure) => figure[name]))
  return [
    row(`open at ${LONG} commits, ms`, middle('openMs'), limits.openMs),
    row('first snapshot, ms', middle('snapshotMs'), limits.snapshotMs),
    row('reader, MiB', middle('residentMiB'), limits.readerMiB),
    row(
      'version 10,000 before the head, first time, ms (no limit)',
      middle('versionMs'),
      Number.POSITIVE_INFINITY,
    ),
    row('the same again, ms (no limit)', middle('versionAgainMs'), Number.POSITIVE_INFINITY),
  ]
}

/** Explains each line of an artifact whose oldest are of the first commit, so that none can be left out. */
async function blamed(folder) {
  const path = join(folder, 'blamed')
  makeHistory(path, { keys: KEYS, commits: BLAMED })
  const times = []
  let lines = []
  for (let time = 0; time < BATCHES; time += 1) {
    const ledger = await openLedger(path)
    const started = performance.now()
    lines = await ledger.blame()
    times.push(performance.now() - started)
    await ledger.close()
  }
  return row(`blame of ${lines.length} lines, ${BLAMED} commits, ms`, median(times), limits.blameMs)
}

function row(figure, value, limit) {
  return { figure, value: Number(value.toPrecision(4)), limit }
}

function git(path, ...args) {
  execFileSync('git', ['--git-dir', path, ...args], { stdio: 'pipe' })
}

/** Blocks of the disk, as `du` counts them. */
function bytesIn(path) {
  return 1024 * Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0])
}

function looseFilesIn(path) {
  return readdirSync(join(path, 'objects'), { recursive: true }).filter((name) => /^..\/.{38}$/.test(name))
    .length
}
