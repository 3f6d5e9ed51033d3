import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, stateOf } from '@agentdescent/core'
import type { Artifact, LedgerStore, SwapResult } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import type { FileSystem } from './file-system.ts'
import { nodeFileSystem } from './file-system.ts'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-rounds-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('swaps asked at once make a commit each, in their order, and move the branch once', async () => {
  const path = freshPath()
  const { files, moves } = countingMoves(path)
  const store = await openGitStore(path, { files })
  await store.register(at(1), said('register'))
  const before = moves()
  const results = await Promise.all(Array.from({ length: 32 }, (_, index) => commit(store, index + 2)))
  expect(moves() - before).toBe(1)
  const commits = results.map((result) => (result.outcome === 'swapped' ? result.commit : result.outcome))
  expect(git(path, 'rev-list', '--reverse', 'dev').trim().split('\n').slice(-32)).toEqual(commits)
  for (const version of [2, 17, 33]) expect(await store.readVersion('dev', id, version)).toEqual(at(version))
  await store.close()
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
  expect(git(path, 'reflog', '-1', '--format=%gs', 'dev').trim()).toBe('version 33 (and 31 before it)')
})

test('a swap that is refused or lost takes none of its round with it', async () => {
  const store = await openGitStore(freshPath())
  await store.register(at(1), said('register'))
  const results = await Promise.allSettled([
    commit(store, 2),
    commit(store, 2),
    store.compareAndSwap({ branch: 'dev', writes: [write(3)], message: said('two\nlines') }),
    store.compareAndSwap({ branch: 'dev', writes: [write(3), write(3)], message: said('twice') }),
    commit(store, 3),
  ])
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value.outcome : result.reason.code)),
  ).toEqual(['swapped', 'conflict', 'bad-message', 'duplicate-artifact', 'swapped'])
  expect((await store.log('dev', 9)).map(({ message }) => message.subject)).toEqual([
    'version 3',
    'version 2',
    'register',
    'genesis',
  ])
  await store.close()
})

test('what is asked between two swaps happens between them', async () => {
  const store = await openGitStore(freshPath())
  await store.register(at(1), said('register'))
  const [, promoted] = await Promise.all([
    commit(store, 2),
    store.promote(id, said('promote')),
    commit(store, 3),
  ])
  expect(promoted).toBe(2)
  await store.close()
})

test('a round that another process came before is drafted again on what that one wrote', async () => {
  const path = freshPath()
  const other = await openGitStore(path)
  await other.register(at(1), said('register'))
  let isFirst = true
  const files: FileSystem = {
    ...nodeFileSystem,
    link: (existing, to) => {
      // The round's objects are written, and its lock is not taken yet.
      if (isFirst) moveWithGit(path)
      isFirst = false
      nodeFileSystem.link(existing, to)
    },
  }
  const store = await openGitStore(path, { files })
  const results = await Promise.all([commit(store, 2), commit(store, 3)])
  expect(results.map(({ outcome }) => outcome)).toEqual(['swapped', 'swapped'])
  expect(git(path, 'log', '--format=%s', 'dev').trim().split('\n')).toEqual([
    'version 3',
    'version 2',
    'by hand',
    'register',
    'genesis',
  ])
  await store.close()
  await other.close()
})

test('a pack that no branch reaches yet is kept from git, which repacks everything meanwhile', async () => {
  const path = freshPath()
  let kept: readonly string[] = []
  const files: FileSystem = {
    ...nodeFileSystem,
    link: (existing, to) => {
      if (existsSync(join(path, 'objects/pack'))) kept = [...kept, ...keepFiles(path)]
      if (keepFiles(path).length > 0) git(path, 'repack', '-a', '-d', '-q')
      nodeFileSystem.link(existing, to)
    },
  }
  const store = await openGitStore(path, { files })
  await store.register(at(1), said('register'))
  await Promise.all(Array.from({ length: 16 }, (_, index) => commit(store, index + 2)))
  await store.close()
  expect(kept.length).toBeGreaterThan(0)
  expect(keepFiles(path)).toEqual([])
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
})

const id = artifactId('prompt')

function at(version: number): Artifact {
  const entries = [
    ['k', `text ${version}`],
    ['same', 'text'],
  ] as const
  return { id, version, state: stateOf(entries), contract: { major: 1 }, blastRadius: 1 }
}

function write(version: number): { readonly artifact: Artifact; readonly expected: number } {
  return { artifact: at(version), expected: version - 1 }
}

function commit(store: LedgerStore, version: number): Promise<SwapResult> {
  return store.compareAndSwap({
    branch: 'dev',
    writes: [write(version)],
    message: said(`version ${version}`),
  })
}

function said(subject: string): { readonly subject: string; readonly trailers: readonly [] } {
  return { subject, trailers: [] }
}

function countingMoves(path: string): { readonly files: FileSystem; readonly moves: () => number } {
  let moves = 0
  const rename = (from: string, to: string): void => {
    nodeFileSystem.rename(from, to)
    if (to === join(path, 'refs/heads/dev')) moves++
  }
  return { files: { ...nodeFileSystem, rename }, moves: () => moves }
}

function moveWithGit(path: string): void {
  const made = git(path, 'commit-tree', '-p', 'dev', '-m', 'by hand', 'dev^{tree}').trim()
  git(path, 'update-ref', 'refs/heads/dev', made)
}

function keepFiles(path: string): readonly string[] {
  return readdirSync(join(path, 'objects/pack')).filter((name) => name.endsWith('.keep'))
}

function git(path: string, ...args: readonly string[]): string {
  const person = {
    GIT_AUTHOR_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x',
    GIT_COMMITTER_NAME: 'x',
    GIT_COMMITTER_EMAIL: 'x',
  }
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...person }
  return execFileSync('git', ['--git-dir', path, ...args], { encoding: 'utf8', env, stdio: 'pipe' })
}

function freshPath(): string {
  return join(scratch, String(count++))
}
