import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { artifactId, type JournalRecord, stateOf } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import type { FileSystem } from './file-system.ts'
import { nodeFileSystem } from './file-system.ts'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-claims-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('a run has one owner, and the next one has the next epoch', async () => {
  const path = join(scratch, String(count++))
  const [first, second] = [await openGitStore(path), await openGitStore(path)]
  expect(await first.claimRun('run-1')).toMatchObject({ run: 'run-1', epoch: 1 })
  expect(await first.claimRun('run-1')).toMatchObject({ epoch: 1 })
  await expect(second.claimRun('run-1')).rejects.toMatchObject({
    code: 'locked',
    message: expect.stringContaining(`Process ${process.pid} has held`),
  })
  expect(await second.claimRun('run-2')).toMatchObject({ epoch: 1 })
  await first.close()
  expect(await second.claimRun('run-1')).toMatchObject({ epoch: 2 })
  await second.close()
})

test('the commits of a claimed run tell its epoch, and no others do', async () => {
  const store = await openGitStore(join(scratch, String(count++)))
  await store.claimRun('run-1')
  await store.register(artifact, said)
  for (const [version, run] of [
    [2, 'run-1'],
    [3, 'run-2'],
  ] as const) {
    const message = { subject: 'write', trailers: [['AgentDescent-Run', run]] as const }
    const writes = [{ artifact: { ...artifact, version }, expected: version - 1 }]
    await store.compareAndSwap({ branch: 'dev', writes, message })
  }
  const [other, own] = await store.log('dev', 2)
  expect(own?.message.trailers).toContainEqual(['AgentDescent-Epoch', '1'])
  expect(other?.message.trailers).toEqual([['AgentDescent-Run', 'run-2']])
  await store.close()
})

test('a process that was taken for dead writes nothing once another owns its run', async () => {
  const path = join(scratch, String(count++))
  const zombie = await openGitStore(path, { files: withoutLocks })
  await zombie.claimRun('run-1')
  await zombie.register(artifact, said)
  const heir = await openGitStore(path, { files: withoutLocks })
  expect(await heir.claimRun('run-1')).toMatchObject({ epoch: 2 })
  await expect(zombie.promote(artifact.id, said)).resolves.toBe(1)
  const swap = {
    branch: 'dev',
    writes: [{ artifact: { ...artifact, version: 2 }, expected: 1 }],
    message: said,
  }
  await expect(zombie.compareAndSwap(swap)).rejects.toMatchObject({
    code: 'fenced',
    value: 'run-1',
    message: expect.stringContaining(`Process ${process.pid} has gone on with run run-1 (epoch 2;`),
  })
  expect(await heir.compareAndSwap(swap)).toMatchObject({ outcome: 'swapped' })
  await zombie.close()
  await heir.close()
})

test('a journal keeps nothing of a process that was taken for dead, which is told so at the latest when it ends', async () => {
  const path = join(scratch, String(count++))
  const [zombie, heir] = [
    await openGitStore(path, { files: withoutLocks }),
    await openGitStore(path, { files: withoutLocks }),
  ]
  const [quiet, busy] = [await zombie.journals.open('quiet'), await zombie.journals.open('busy')]
  busy.append(called('first'))
  await busy.settled()
  expect(zombie.ownsRuns()).toBe(true)
  const journal = await heir.journals.open('busy')
  expect([zombie.ownsRuns(), heir.ownsRuns()]).toEqual([false, true])
  busy.append(called('second'))
  await expect(busy.settled()).rejects.toMatchObject({ code: 'fenced' })
  await expect(quiet.close()).rejects.toMatchObject({ code: 'fenced' })
  expect(readFileSync(`${path}/agentdescent/runs/busy/journal-1`, 'utf8')).not.toContain('second')
  await journal.close()
  await heir.close()
  await zombie.close()
  expect(zombie.ownsRuns()).toBe(false)
})

test('who only looks whether a run is taken keeps nobody from claiming it', async () => {
  const path = join(scratch, String(count++))
  const store = await openGitStore(path)
  const journal = await store.journals.open('run-1')
  await journal.close()
  const look = nodeFileSystem.tryLock(`${path}/agentdescent/runs/run-1/run.lock`)
  if (look === undefined) throw new Error('The lock of a run that nobody has is held.')
  const claim = store.claimRun('run-1')
  await setTimeout(20)
  nodeFileSystem.close(look)
  expect(await claim).toMatchObject({ epoch: 2 })
  await store.close()
})

test.each(['..', 'a/b', '', 'x'.repeat(101)])('refuses %j as the id of a run', async (run) => {
  const store = await openGitStore(join(scratch, String(count++)))
  await expect(store.claimRun(run)).rejects.toMatchObject({ code: 'bad-run-id', argument: 'run' })
  await store.close()
})

function called(key: string): JournalRecord {
  return { kind: 'call', key, request: '', at: 0 }
}

const artifact = {
  id: artifactId('prompt'),
  version: 1,
  state: stateOf([['k', 'text']]),
  contract: { major: 1 },
  blastRadius: 1,
}
const said = { subject: 'write', trailers: [] }

const withoutLocks: FileSystem = {
  ...nodeFileSystem,
  tryLock: () => {
    throw Object.assign(new Error('no locks here'), { code: 'ENOSYS' })
  },
}
