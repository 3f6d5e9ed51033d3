import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JournalRecord, LedgerError, type RunJournals } from '@agentdescent/core'
import { journalContract, type JournalHost } from '@agentdescent/core/testing'
import { fc, test as property } from '@fast-check/vitest'
import { afterAll, describe, expect, test } from 'vitest'
import { readRunJournals } from '../../../read-run-journals.ts'
import { type FileSystem, nodeFileSystem } from '../file-system.ts'
import { type GitLedgerStore, openGitStore } from '../git-store.ts'
import { frameOf, readFrames } from './frames.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-journals-'))
let places = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A ledger whose files lose what was not synced, as at a loss of power, and whose processes leave no lock behind. */
function gitHost(): JournalHost {
  const path = join(scratch, String(places++))
  const opened: GitLedgerStore[] = []
  let lost = { is: false }
  return {
    async open(): Promise<RunJournals> {
      const own = lost
      const store = await openGitStore(path, { files: unsyncedIsLost(own), onNotice: () => {} })
      opened.push(store)
      return store.journals
    },
    async losePower() {
      lost.is = true
      lost = { is: false }
      for (const store of opened.splice(0)) await store.close().catch(() => undefined)
    },
  }
}

/** Nothing is written to a journal before it is synced, and nothing at all once the power is lost. */
function unsyncedIsLost(lost: { readonly is: boolean }): FileSystem {
  const journals = new Map<number, Uint8Array[]>()
  const flush = (file: number): void => {
    for (const bytes of journals.get(file)?.splice(0) ?? []) if (!lost.is) nodeFileSystem.write(file, bytes)
  }
  return {
    ...nodeFileSystem,
    create(path, mode) {
      const file = nodeFileSystem.create(path, mode)
      if (path.includes('/journal-')) journals.set(file, [])
      return file
    },
    write(file, bytes) {
      const waiting = journals.get(file)
      if (waiting === undefined) nodeFileSystem.write(file, bytes)
      else waiting.push(Uint8Array.from(bytes))
    },
    async sync(file) {
      flush(file)
      await nodeFileSystem.sync(file)
    },
  }
}

describe('the journals of a git ledger', () => {
  test.each(journalContract())('$name', async ({ run }) => {
    await run(gitHost)
  })

  test('a file of a newer format is refused, with what to do', async () => {
    const { journals, file } = await written(3)
    writeFileSync(file, Buffer.concat([frameOf('[{"format":2,"epoch":1,"pid":1,"took":[]}]')]))
    await expect(journals.open('a')).rejects.toMatchObject({ code: 'newer-format' })
  })

  test('damage before the last frame is refused with its offset, and damage in it drops it', async () => {
    const { journals, file, bytes } = await written(6)
    const ends = readFrames(bytes).frames
    for (const { offset, end } of ends.slice(0, -1)) {
      writeFileSync(file, flipped(bytes, Math.floor((offset + end) / 2)))
      await expect(journals.open('a')).rejects.toMatchObject({
        code: 'corrupt',
        message: expect.stringContaining(`journal-1 cannot be read at byte ${offset}`),
      })
    }
    const last = ends.at(-1)
    writeFileSync(file, flipped(bytes, (last?.offset ?? 0) + 30))
    expect((await journals.open('a')).past).toHaveLength(5)
  })

  test('a file that a later owner went on from is refused when it is gone, whichever it is', async () => {
    const { journals, file } = await written(1)
    for (const count of [2, 3]) {
      const heir = await journals.open('a')
      heir.append(call(count))
      await heir.close()
    }
    for (const epoch of [1, 2]) {
      const gone = file.replace('journal-1', `journal-${epoch}`)
      const bytes = readFileSync(gone)
      rmSync(gone)
      await expect(journals.open('a')).rejects.toMatchObject({
        code: 'corrupt',
        message: expect.stringContaining(`/journal-${epoch} is missing`),
      })
      writeFileSync(gone, bytes)
    }
    expect((await journals.open('a')).past).toEqual([call(1), call(2), call(3)])
  })

  test('a journal that cannot be read is in nobody else’s way, and neither is a file among the folders', async () => {
    const { path, journals, file } = await written(1)
    const other = await journals.open('b')
    other.append(call(1))
    await other.close()
    writeFileSync(join(path, 'agentdescent', 'runs', '.DS_Store'), '')
    expect((await journals.list()).map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
    writeFileSync(file, frameOf('[{"format":2,"epoch":1,"pid":1,"took":[]}]'))
    expect((await journals.list((name) => name === 'b')).map(({ name }) => name)).toEqual(['b'])
    await expect(journals.list()).rejects.toMatchObject({ code: 'newer-format' })
  })

  test('what a process that was taken for dead adds to its file is not read', async () => {
    const { journals, file, bytes } = await written(3)
    const heir = await journals.open('a')
    heir.append(call(9))
    await heir.close()
    writeFileSync(file, Buffer.concat([bytes, frameOf(JSON.stringify([call(100)]))]))
    expect((await journals.open('a')).past).toEqual([call(1), call(2), call(3), call(9)])
  })

  test('the disk that fails is a LedgerError, now and later, and what was settled is kept', async () => {
    const path = join(scratch, String(places++))
    let isFull = false
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    const files: FileSystem = {
      ...nodeFileSystem,
      write(file, bytes) {
        if (isFull) throw full
        nodeFileSystem.write(file, bytes)
      },
    }
    const journal = await (await openGitStore(path, { files })).journals.open('a')
    journal.append(call(1))
    await journal.settled()
    isFull = true
    journal.append(call(2))
    for (let again = 0; again < 2; again++)
      await expect(journal.settled()).rejects.toBeInstanceOf(LedgerError)
    await journal.close().catch(() => undefined)
    const store = await openGitStore(path)
    expect((await store.journals.open('a')).past).toEqual([call(1)])
    await store.close()
  })

  test('tells what a run did, also while another process has it', async () => {
    const { path, journals } = await written(2)
    const journal = await journals.open('b')
    const begin = { kind: 'run', run: 'r1', fingerprints: {}, commit: 'c', at: 0 } as const
    const records: readonly JournalRecord[] = [
      begin,
      { kind: 'owner', epoch: 1, pid: 1, limits: { rounds: 3 }, at: 0 },
      { kind: 'call', key: 'attempt a', request: '', at: 1 },
      { kind: 'answer', key: 'attempt a', answer: 1, at: 2 },
      { kind: 'call', key: 'propose a', request: '', at: 3 },
    ]
    for (const record of records) journal.append(record)
    await journal.settled()
    expect(await readRunJournals(path)).toEqual([
      {
        name: 'b',
        run: 'r1',
        fingerprints: {},
        owners: 1,
        calls: 1,
        inFlight: 1,
        rounds: 0,
        limits: { rounds: 3 },
      },
    ])
  })
})

describe('frames', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 6 })

  property.prop([texts, fc.nat()], { numRuns: 300 })('cut anywhere hold what was whole', (all, cut) => {
    const lines = all.map((text) => JSON.stringify([text]))
    const frames = lines.map(frameOf)
    const bytes = Buffer.concat(frames)
    const end = cut % (bytes.length + 1)
    const whole = frames.filter((_, index) => Buffer.concat(frames.slice(0, index + 1)).length <= end).length
    const read = readFrames(bytes.subarray(0, end))
    expect(read.damagedAt).toBeUndefined()
    expect(read.frames.map(({ text }) => text)).toEqual(lines.slice(0, whole))
  })

  property.prop([texts, fc.nat(), fc.integer({ min: 1, max: 255 })], { numRuns: 300 })(
    'with any byte changed are never read as something else',
    (all, at, change) => {
      const lines = all.map((text) => JSON.stringify([text]))
      const bytes = Buffer.concat(lines.map(frameOf))
      const position = at % bytes.length
      bytes[position] = (bytes[position] ?? 0) ^ change
      const read = readFrames(bytes).frames.map(({ text }) => text)
      expect(read).toEqual(lines.slice(0, read.length))
      expect(read.length).toBeLessThan(lines.length)
    },
  )
})

/** Writes so many records, each in a frame of its own, and returns the journal's only file. */
async function written(count: number) {
  const path = join(scratch, String(places++))
  const { journals } = await openGitStore(path)
  const journal = await journals.open('a')
  for (let each = 1; each <= count; each++) {
    journal.append(call(each))
    await journal.settled()
  }
  await journal.close()
  const file = `${path}/agentdescent/runs/a/journal-1`
  return { path, journals, file, bytes: readFileSync(file) }
}

function call(count: number): JournalRecord {
  return { kind: 'call', key: `call ${count}`, request: '', at: count }
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
