import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { artifactId, LedgerError, stateOf } from '@agentdescent/core'
import type { Artifact, LedgerStore, SwapResult } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import type { FileSystem } from './file-system.ts'
import { nodeFileSystem } from './file-system.ts'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-disk-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test.each([
  ['EROFS', /Mount the file system for writing, or choose another path/],
  ['EACCES', /Give this user the right to read and write there/],
  ['EPERM', /Give this user the right to read and write there/],
])('a place that is read-only (%s) is named with the fix, and holds nothing of ours', async (code, fix) => {
  const path = freshPath()
  const refused = openGitStore(path, { files: readOnlyFiles(code) })
  await expect(refused).rejects.toMatchObject({
    code: 'io',
    argument: 'ledger',
    value: path,
    message: expect.stringContaining(path),
    fix: expect.stringMatching(fix),
  })
  expect(existsSync(path)).toBe(false)
})

test('a ledger that has become read-only is still read, and says so when it is written', async () => {
  const path = await ledger()
  const reader = await openGitStore(path, { files: readOnlyFiles('EROFS'), isReadOnly: true })
  expect((await reader.read('dev')).artifacts.get(id)?.version).toBe(1)
  await reader.close()
  await expect(openGitStore(path, { files: readOnlyFiles('EROFS') })).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining('EROFS'),
  })
})

test('a disk that is full while a commit is written keeps what was there, and the commit lands once there is room', async () => {
  const path = await ledger()
  const disk = fullDisk()
  const store = await openGitStore(path, { files: disk.files })
  expect(await commit(store, 2)).toMatchObject({ outcome: 'swapped' })
  for (let room = 0; room < 300; room += 60) {
    disk.leave(room)
    const refused = commit(store, 3)
    await expect(refused).rejects.toBeInstanceOf(LedgerError)
    await expect(refused).rejects.toMatchObject({
      code: 'io',
      message: expect.stringContaining('ENOSPC'),
      fix: 'Free some space; nothing that was acknowledged is lost.',
    })
    expect((await store.read('dev')).artifacts.get(id)).toEqual(at(2))
  }
  disk.leave(Number.POSITIVE_INFINITY)
  expect(await commit(store, 3)).toMatchObject({ outcome: 'swapped' })
  await store.close()
  const again = await openGitStore(path, { isReadOnly: true })
  expect((await again.read('dev')).artifacts.get(id)).toEqual(at(3))
  await again.close()
  const left = readdirSync(join(path, 'objects'), { recursive: true, encoding: 'utf8' })
  expect(left.filter((name) => name.includes('tmp_'))).toEqual([])
})

test('a lock that another process holds is told with its id, its age and what to do', async () => {
  const path = await ledger()
  const holder = spawn(process.execPath, [
    '-e',
    holdLock,
    join(path, 'agentdescent/ledger.lock'),
    locksModule,
  ])
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  const store = openGitStore(path, { lockWaitMs: 50 })
  await expect(store).rejects.toMatchObject({
    code: 'locked',
    value: join(path, 'agentdescent/ledger.lock'),
    message: expect.stringMatching(new RegExp(`^Process ${holder.pid} has held .+ for \\d+ s\\. Wait`)),
    fix: 'Wait for that process, or end it: the lock goes with it.',
  })
  holder.kill('SIGKILL')
  await new Promise((resolve) => holder.once('close', resolve))
  const next = await openGitStore(path, { lockWaitMs: 50 })
  expect(await commit(next, 2)).toMatchObject({ outcome: 'swapped' })
  await next.close()
})

const id = artifactId('prompt')

const locksModule = fileURLToPath(import.meta.resolve('fs-native-extensions'))

const holdLock = `
  const [, path, module] = process.argv
  const { openSync, ftruncateSync, writeSync } = require('node:fs')
  const file = openSync(path, 'a+')
  if (!require(module).tryLock(file)) process.exit(1)
  ftruncateSync(file)
  writeSync(file, String(process.pid))
  console.log('held')
  setInterval(() => {}, 1000)
`

function at(version: number): Artifact {
  const state = stateOf([['k', `text ${version}`]])
  return { id, version, state, contract: { major: 1 }, blastRadius: 1 }
}

function commit(store: LedgerStore, version: number): Promise<SwapResult> {
  const writes = [{ artifact: at(version), expected: version - 1 }]
  return store.compareAndSwap({ branch: 'dev', writes, message: said(`version ${version}`) })
}

async function ledger(): Promise<string> {
  const path = freshPath()
  const store = await openGitStore(path)
  await store.register(at(1), said('register'))
  await store.close()
  return path
}

function said(subject: string): { readonly subject: string; readonly trailers: readonly [] } {
  return { subject, trailers: [] }
}

function readOnlyFiles(code: string): FileSystem {
  const refuse = (): never => {
    throw Object.assign(new Error(`${code}: read-only`), { code })
  }
  const writing = [
    'create',
    'append',
    'rename',
    'link',
    'unlink',
    'makeDirectory',
    'touch',
    'tryLock',
  ] as const
  return { ...nodeFileSystem, ...Object.fromEntries(writing.map((method) => [method, refuse])) }
}

/** A disk with so many bytes of room: the write that does not fit stops midway, as on a real one. */
function fullDisk(): { readonly files: FileSystem; readonly leave: (bytes: number) => void } {
  let room = Number.POSITIVE_INFINITY
  const write = (file: number, bytes: Uint8Array): void => {
    const fitting = Math.min(bytes.length, room)
    room -= fitting
    nodeFileSystem.write(file, bytes.subarray(0, fitting))
    if (fitting < bytes.length)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const leave = (bytes: number): void => {
    room = bytes
  }
  return { files: { ...nodeFileSystem, write }, leave }
}

function freshPath(): string {
  return join(scratch, String(count++))
}
