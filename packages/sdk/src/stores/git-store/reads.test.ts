import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, stateOf } from '@agentdescent/core'
import type { Artifact, LedgerStore } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import type { FileSystem } from './file-system.ts'
import { nodeFileSystem } from './file-system.ts'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-reads-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('a head that has not moved is read from memory: one look at the branch, none at an object', async () => {
  const path = freshPath()
  await made(path, 20)
  const { files, reads } = countingReads()
  const store = await openGitStore(path, { files })
  const first = await store.read('dev')
  reads.length = 0
  for (let rollout = 0; rollout < 100; rollout++) expect(await store.read('dev')).toBe(first)
  expect(reads).toEqual(Array.from({ length: 100 }, () => join(path, 'refs/heads/dev')))
  await store.close()
})

test('a head that another process moved is read again, as far as it differs', async () => {
  const path = freshPath()
  await made(path, 20)
  const { files, reads } = countingReads()
  const [store, other] = [await openGitStore(path, { files }), await openGitStore(path)]
  await store.read('dev')
  reads.length = 0
  await commit(other, 21)
  expect((await store.read('dev')).artifacts.get(id)?.version).toBe(21)
  // The commit, three trees, the facts and the text that changed, out of 40.
  expect(reads.filter((read) => read.includes('/objects/')).length).toBe(6)
  await store.close()
  await other.close()
})

test('a commit of its own is not read back', async () => {
  const { files, reads } = countingReads()
  const path = freshPath()
  const store = await openGitStore(path, { files })
  await store.register(at(1), { subject: 'register', trailers: [] })
  reads.length = 0
  await commit(store, 2)
  expect((await store.read('dev')).artifacts.get(id)).toEqual(at(2))
  const own = new Set(reads.filter((read) => read.includes('/objects/')))
  // Each object was looked for once, before it was written.
  expect(reads.filter((read) => own.has(read)).length).toBe(own.size)
  await store.close()
})

test('versions are found without walking any part of the history twice', async () => {
  const path = freshPath()
  await made(path, 60)
  execFileSync('git', ['--git-dir', path, 'gc', '--quiet'])
  const { files, reads } = countingReads()
  const store = await openGitStore(path, { files, isReadOnly: true })
  await store.readVersion('dev', id, 50)
  const near = reads.length
  expect(await store.readVersion('dev', id, 5)).toEqual(at(5))
  const far = reads.length - near
  reads.length = 0
  expect(await store.readVersion('dev', id, 7)).toEqual(at(7))
  expect([near < far, reads.length < far / 4]).toEqual([true, true])
  expect(await store.readVersion('dev', id, 55)).toEqual(at(55))
  expect(await store.readVersion('dev', id, 61)).toBeUndefined()
  await store.close()
})

test('a history packed in deltas is read newest first with about one read for each object', async () => {
  const path = freshPath()
  await made(path, 120)
  execFileSync('git', ['--git-dir', path, 'repack', '-a', '-d', '-q', '--depth=50'])
  const { files, reads } = countingReads()
  const store = await openGitStore(path, { files, isReadOnly: true })
  const entries = await store.log('dev', 120)
  for (const { commit, versions } of entries)
    expect((await store.readCommit(commit)).artifacts.get(id)).toEqual(at(versions.get(id) ?? 0))
  const fromPacks = reads.filter((read) => read.startsWith('/objects/pack at'))
  expect(fromPacks.length).toBeLessThan(1.1 * new Set(fromPacks).size)
  await store.close()
})

test('a branch that was set back does not answer with what it held before', async () => {
  const path = freshPath()
  await made(path, 6)
  const store = await openGitStore(path)
  expect((await store.readVersion('dev', id, 6))?.version).toBe(6)
  execFileSync('git', ['--git-dir', path, 'update-ref', 'refs/heads/dev', 'dev~2'])
  expect(await store.readVersion('dev', id, 6)).toBeUndefined()
  expect(await store.readVersion('dev', id, 4)).toEqual(at(4))
  await commit(store, 5)
  expect(await store.readVersion('dev', id, 5)).toEqual(at(5))
  await store.close()
})

const id = artifactId('prompt')

function at(version: number): Artifact {
  const entries = Array.from({ length: 40 }, (_, index) => [`k${index}`, textOf(index, version)] as const)
  return { id, version, state: stateOf(entries), contract: { major: 1 }, blastRadius: 1 }
}

/** Each version changes one key, which keeps its text until its turn comes again. */
function textOf(index: number, version: number): string {
  const turns = Math.floor((version - index + 39) / 40)
  return `text ${index} ${Math.max(0, turns)}`
}

async function made(path: string, versions: number): Promise<void> {
  const store = await openGitStore(path, { durability: 'atomic' })
  await store.register(at(1), { subject: 'register', trailers: [] })
  for (let version = 2; version <= versions; version++) await commit(store, version)
  await store.close()
}

async function commit(store: LedgerStore, version: number): Promise<void> {
  const writes = [{ artifact: at(version), expected: version - 1 }]
  const message = { subject: `version ${version}`, trailers: [] }
  expect((await store.compareAndSwap({ branch: 'dev', writes, message })).outcome).toBe('swapped')
}

/** Records the path of each file that is read, and of each pack at each read. */
function countingReads(): { readonly files: FileSystem; readonly reads: string[] } {
  const reads: string[] = []
  const files: FileSystem = {
    ...nodeFileSystem,
    read: (path) => {
      reads.push(path)
      return nodeFileSystem.read(path)
    },
    readAt: (file, offset, length) => {
      reads.push(`/objects/pack at ${offset}`)
      return nodeFileSystem.readAt(file, offset, length)
    },
  }
  return { files, reads }
}

function freshPath(): string {
  return join(scratch, String(count++))
}
