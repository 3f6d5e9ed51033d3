import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type JournalRecord, LedgerError } from '@agentdescent/core'
import { expect, test } from 'vitest'
import { openGitStore } from '../../src/stores/git-store/git-store.ts'
import { nodeFileSystem } from '../../src/stores/git-store/file-system.ts'
import { readJournal } from '../../src/stores/git-store/journals/journal-segments.ts'
import type { FileSystem } from '../../src/stores/git-store/file-system.ts'
import { failingAt } from './failing-files.ts'
import { copyOf, inScratch, isLong, makeLedger, randomFrom } from './ledger-fixture.ts'
import { type Disk, diskAfter, readDisk, writeDisk } from './lost-power.ts'
import { type DiskCall, type LeaveOut, recordingFiles } from './recording-files.ts'

/** Disks that are looked at. */
const STATES = isLong ? 2_400 : 480
/** Records that are settled one by one, in two owners' files. */
const RECORDS = 6

const seed = Number(process.env['AGENTDESCENT_STORM_SEED'] ?? 7)

/** Each leaves out one kind of sync, without which a loss of power must be noticed. */
const leftOut: readonly (readonly [string, LeaveOut])[] = [
  ['any sync', () => true],
  ['the sync of the journal', (path) => path.includes('journal-')],
  ['the sync of the run’s folder', (path) => path.endsWith('runs/a/')],
  ['the sync of the folder of runs', (path) => path.endsWith('runs/')],
]

test(`none of ${STATES} disks that a loss of power can leave has lost a settled record (seed ${seed})`, async () => {
  await inScratch(async (scratch) => {
    expect(losses(await recorded(scratch), STATES)).toEqual([])
  })
})

test.each(leftOut)(`a journal without %s is caught (seed ${seed})`, async (_, leaveOut) => {
  await inScratch(async (scratch) => {
    expect(losses(await recorded(scratch, leaveOut), 2_400, { isFirstEnough: true })).not.toEqual([])
  })
})

test.each(['EIO', 'ENOSPC', 'EMFILE'])(
  'a journal that meets %s at any call says so, and keeps what it settled',
  async (code) => {
    await inScratch(async (scratch) => {
      const base = join(scratch, 'base')
      await makeLedger(base)
      let isReached = true
      for (let n = 1; isReached; n++) {
        const path = copyOf(base, join(scratch, 'ledger'))
        const { files, calls, bury } = failingAt(n, code)
        const settled: JournalRecord[] = []
        const error = await failureOf(() => appendAll(path, files, (record) => void settled.push(record)))
        bury()
        isReached = calls() >= n
        if (error !== undefined) expect(error).toBeInstanceOf(LedgerError)
        const { records } = readJournal(nodeFileSystem, path, folderOf(path))
        expect(records.slice(0, settled.length), `call ${n}`).toEqual(settled)
        rmSync(path, { recursive: true })
      }
    })
  },
)

interface Recording {
  readonly scratch: string
  readonly base: Disk
  readonly calls: readonly DiskCall[]
  /** How many calls had been made when each record was settled. */
  readonly settledAt: readonly number[]
}

async function recorded(scratch: string, leaveOut?: LeaveOut): Promise<Recording> {
  await makeLedger(join(scratch, 'made'))
  const path = copyOf(join(scratch, 'made'), join(scratch, 'recorded'))
  const base = readDisk(path)
  const { files, calls } = recordingFiles(path, leaveOut)
  const settledAt: number[] = []
  await appendAll(path, files, () => void settledAt.push(calls.length))
  return { scratch, base, calls, settledAt }
}

/** Two owners, one after the other, settle records one by one. */
async function appendAll(
  path: string,
  files: FileSystem,
  onSettled: (record: JournalRecord) => void,
): Promise<void> {
  for (let owner = 0; owner < 2; owner++) {
    const store = await openGitStore(path, { files, lockWaitMs: 100, onNotice: () => {} })
    try {
      const journal = await store.journals.open('a')
      for (let count = owner * (RECORDS / 2); count < (owner + 1) * (RECORDS / 2); count++) {
        journal.append(record(count))
        await journal.settled()
        onSettled(record(count))
      }
      await journal.close()
    } finally {
      await store.close().catch(() => undefined)
    }
  }
}

/** Returns what is wrong with the disks that were looked at, one line each. */
function losses(
  { scratch, base, calls, settledAt }: Recording,
  states: number,
  { isFirstEnough } = { isFirstEnough: false },
): readonly string[] {
  const random = randomFrom(seed)
  const found: string[] = []
  for (let state = 0; state < states && !(isFirstEnough && found.length > 0); state++) {
    const [round, moment] = [Math.floor(state / (calls.length + 4)), state % (calls.length + 4)]
    const made = Math.min(calls.length, moment)
    const order = round % 2 === 0 ? 'one-journal' : 'each-directory'
    const path = join(scratch, 'after')
    writeDisk(path, diskAfter(base, { calls: calls.slice(0, made), order, random }))
    const settled = settledAt.filter((at) => at <= made).length
    const complaint = complaintOf(path, settled)
    if (complaint !== undefined) found.push(`after ${made} of ${calls.length} calls, ${order}: ${complaint}`)
  }
  return found
}

/** What is there must be a beginning of what was appended, and hold all that was settled. */
function complaintOf(path: string, settled: number): string | undefined {
  try {
    const { records } = readJournal(nodeFileSystem, path, folderOf(path))
    const isBeginning = records.every((found, at) => JSON.stringify(found) === JSON.stringify(record(at)))
    if (!isBeginning) return `it holds ${JSON.stringify(records)}`
    return records.length < settled ? `${records.length} of ${settled} settled records are there` : undefined
  } catch (error) {
    return String(error)
  }
}

function record(count: number): JournalRecord {
  return { kind: 'call', key: `call ${count}`, request: 'x'.repeat(200), at: count }
}

function folderOf(path: string): string {
  return `${path}/agentdescent/runs/a`
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error
  }
}
