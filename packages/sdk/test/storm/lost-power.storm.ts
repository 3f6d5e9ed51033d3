import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGitStore } from '../../src/stores/git-store/git-store.ts'
import {
  commit,
  copyOf,
  fsck,
  headsOf,
  inScratch,
  isLong,
  leftovers,
  makeLedger,
  randomFrom,
  reopen,
  unacknowledged,
  writePaths,
} from './ledger-fixture.ts'
import type { Heads, WritePath } from './ledger-fixture.ts'
import { diskAfter, readDisk, writeDisk } from './lost-power.ts'
import type { Disk } from './lost-power.ts'
import { recordingFiles } from './recording-files.ts'
import type { DiskCall, LeaveOut } from './recording-files.ts'

/** Disks that are looked at for each write path. */
const STATES = isLong ? 2_400 : 240

const seed = Number(process.env['AGENTDESCENT_STORM_SEED'] ?? 7)

/** Each leaves out one kind of sync, without which a loss of power must be noticed. */
const syncs: Readonly<Record<string, LeaveOut>> = {
  'any sync': () => true,
  'the sync of objects': (path) => path.includes('tmp_obj'),
  'the sync of the objects’ directories': (path) => /^objects(\/..)?\/$/.test(path),
  'the sync of packs': (path) => path.includes('tmp_pack'),
  'the sync of the indexes of packs': (path) => path.includes('tmp_idx'),
  'the sync of the packs’ directory': (path) => path === 'objects/pack/',
  'the sync of the next value of a branch': (path) => path.includes('lock-'),
  'the sync of the branches’ directory': (path) => path === 'refs/heads/',
  'the sync of the shorter reflog': (path) => path.endsWith('.tmp'),
}

const ofPacks = /packs/
const ofLogs = /reflog/

/** A write path does without the syncs of what it does not write. */
const leftOut = writePaths.flatMap((path) =>
  Object.entries(syncs)
    .filter(([what]) => isNeeded(path.name, what))
    .map(([what, leaveOut]) => ({ name: path.name, what, path, leaveOut })),
)

function isNeeded(name: string, what: string): boolean {
  if (name === 'trimming of a reflog') return ofLogs.test(what) || what === 'any sync'
  if (ofLogs.test(what)) return false
  if (name === 'commit with packing beside it') return ofPacks.test(what) || what === 'any sync'
  if (name.startsWith('group')) return !/of objects|objects’/.test(what)
  return !ofPacks.test(what) && (name === 'commit' || name === 'promote')
}

test.each(writePaths)(
  `none of ${STATES} disks that a loss of power during a $name can leave has lost anything (seed ${seed})`,
  async (path) => {
    await inScratch(async (scratch) => {
      const recording = await record(scratch, path)
      expect(await losses(recording, STATES)).toEqual([])
    })
  },
)

test.each(leftOut)(`a $name without $what is caught (seed ${seed})`, async ({ path, leaveOut }) => {
  await inScratch(async (scratch) => {
    const recording = await record(scratch, path, leaveOut)
    expect(await losses(recording, 2_400, { isFirstEnough: true })).not.toEqual([])
  })
})

interface Recording {
  readonly scratch: string
  readonly base: Disk
  readonly calls: readonly DiskCall[]
  readonly path: WritePath
  /** How many calls had been made when the write was acknowledged. */
  readonly acknowledgedAt: number
}

async function record(scratch: string, path: WritePath, leaveOut?: LeaveOut): Promise<Recording> {
  await makeLedger(join(scratch, 'made'), path)
  const place = copyOf(join(scratch, 'made'), join(scratch, 'recorded'))
  const { files, calls } = recordingFiles(place, leaveOut)
  const store = await openGitStore(place, { ...path.options, files })
  // Opening writes too: what it did before the write itself begins is on the disk.
  const base = readDisk(place)
  const begun = calls.length
  let acknowledgedAt: number | undefined
  await path.run(store, () => {
    acknowledgedAt = calls.length - begun
  })
  return {
    scratch,
    base,
    calls: calls.slice(begun),
    path,
    acknowledgedAt: acknowledgedAt ?? calls.length - begun,
  }
}

/** Returns what is wrong with the disks that were looked at, one line each. */
async function losses(
  { scratch, base, calls, path, acknowledgedAt }: Recording,
  states: number,
  { isFirstEnough } = { isFirstEnough: false },
): Promise<readonly string[]> {
  const random = randomFrom(seed)
  const found: string[] = []
  for (let state = 0; state < states && !(isFirstEnough && found.length > 0); state++) {
    // Each moment in turn, the one after the last call a few times.
    const [round, moment] = [Math.floor(state / (calls.length + 4)), state % (calls.length + 4)]
    const made = Math.min(calls.length, moment)
    const order = round % 2 === 0 ? 'one-journal' : 'each-directory'
    const place = join(scratch, 'after')
    writeDisk(place, diskAfter(base, { calls: calls.slice(0, made), order, random }))
    const allowed = made >= acknowledgedAt ? [path.after] : unacknowledged(path)
    const complaint = (await complaintOf(place, allowed, state % 24 === 0)) ?? path.lost?.(place)
    if (complaint !== undefined) found.push(`after ${made} of ${calls.length} calls, ${order}: ${complaint}`)
  }
  return found
}

async function complaintOf(
  path: string,
  allowed: readonly Heads[],
  asksGit: boolean,
): Promise<string | undefined> {
  try {
    const store = await reopen(path, { lockWaitMs: 200 })
    const heads = await headsOf(store)
    const isAllowed = allowed.some(({ dev, stable }) => dev === heads.dev && stable === heads.stable)
    if (!isAllowed) return `dev is at ${heads.dev}, stable at ${heads.stable}`
    await commit(store, heads.dev + 1)
    await store.close()
    const left = leftovers(path).filter((name) => !name.includes('tmp_obj'))
    if (left.length > 0) return `left ${left.join(', ')}`
    return asksGit ? fsck(path) || undefined : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
