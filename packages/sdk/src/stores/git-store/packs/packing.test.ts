import { execFileSync } from 'node:child_process'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, stateOf } from '@agentdescent/core'
import type { Artifact, LedgerStore } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import { openGitStore } from '../git-store.ts'
import { linesOf } from './delta.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-packing-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('packs beside the commits: few files remain, git finds nothing wrong, and every version reads back', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { durability: 'atomic', packAbove: 60 })
  await commitMany(store, 1, 120)
  await store.close()
  expect(looseOf(path).length).toBeLessThan(60)
  expect(packsOf(path).length).toBeLessThan(6)
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
  expect(git(path, 'rev-list', '--count', 'dev').trim()).toBe('121')
  const again = await openGitStore(path, { isReadOnly: true })
  for (const version of [1, 37, 119]) expect(await again.readVersion('dev', id, version)).toEqual(at(version))
  await again.close()
})

test('stores a changed tree and a changed text as deltas that git resolves', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { durability: 'atomic', packAbove: 60 })
  await commitMany(store, 1, 40)
  await store.close()
  const [pack] = packsOf(path)
  const verified = git(path, 'verify-pack', '-v', join(path, 'objects/pack', pack ?? ''))
  expect(verified).toMatch(/chain length = \d+: \d+ objects/)
})

test('joins packs that git made, deltas and all', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { durability: 'atomic', packAbove: 60 })
  await commitMany(store, 1, 8)
  git(path, 'repack', '-a', '-d', '-q')
  git(path, 'prune-packed')
  const [made = ''] = packsOf(path)
  await commitMany(store, 9, 40)
  await store.close()
  expect(made).toMatch(/^pack-/)
  expect(packsOf(path)).not.toContain(made)
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
})

test('a reader that was open before reads on after the packs it knew are gone', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { durability: 'atomic', packAbove: 60 })
  await commitMany(store, 1, 30)
  const reader = await openGitStore(path, { isReadOnly: true })
  expect(await reader.readVersion('dev', id, 2)).toEqual(at(2))
  await commitMany(store, 31, 90)
  await store.close()
  expect(await reader.readVersion('dev', id, 3)).toEqual(at(3))
  expect(await reader.readVersion('dev', id, 80)).toEqual(at(80))
  await reader.close()
})

test('an old object that no branch reaches is made young again by the commit that needs it, so that git prunes it not', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { durability: 'atomic' })
  await commitMany(store, 1, 2)
  const before = git(path, 'rev-parse', 'dev').trim()
  await commitMany(store, 3, 3)
  git(path, 'update-ref', 'refs/heads/dev', before)
  git(path, 'reflog', 'expire', '--expire=now', '--all')
  const threeWeeksAgo = Date.now() / 1000 - 3 * 7 * 86_400
  for (const name of looseOf(path)) utimesSync(join(path, 'objects', name), threeWeeksAgo, threeWeeksAgo)
  await commitMany(store, 3, 3)
  git(path, 'prune', '--expire=2.weeks.ago')
  expect(await store.readVersion('dev', id, 3)).toEqual(at(3))
  await store.close()
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
})

test('nothing is pruned: what no branch reaches is packed once it is old, and left a file while it is young', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { durability: 'atomic' })
  await commitMany(store, 1, 1)
  const [young, old] = [written(path, 'young'), written(path, 'old')]
  const past = Date.now() / 1000 - 60
  utimesSync(join(path, 'objects', fileOf(old)), past, past)
  await store.close()
  const packing = await openGitStore(path, { durability: 'atomic', packAbove: 1 })
  await commitMany(packing, 2, 2)
  await packing.close()
  expect(looseOf(path)).toEqual([fileOf(young)])
  expect(git(path, 'cat-file', 'blob', old)).toBe('old')
})

test('what git keeps in forms of its own stays: a tag with a message, a pack that somebody keeps', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { durability: 'atomic', packAbove: 60 })
  await commitMany(store, 1, 4)
  git(path, '-c', 'user.name=x', '-c', 'user.email=x', 'tag', '-a', '-m', 'the first good one', 'good', 'dev')
  git(path, 'repack', '-a', '-d', '-q')
  git(path, 'prune-packed')
  const [kept = ''] = packsOf(path)
  writeFileSync(join(path, 'objects/pack', kept.replace(/pack$/, 'keep')), 'mine')
  await commitMany(store, 5, 40)
  await store.close()
  expect(packsOf(path)).toContain(kept)
  expect(git(path, 'tag', '-l', '--format=%(contents:subject)')).toBe('the first good one\n')
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
})

test('packs that groups of commits leave are joined, so that few remain', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { durability: 'atomic' })
  await commitMany(store, 1, 1)
  for (let group = 0; group < 40; group++) {
    const versions = Array.from({ length: 8 }, (_, index) => 2 + group * 8 + index)
    await Promise.all(versions.map((version) => commitMany(store, version, version)))
  }
  await store.close()
  expect(packsOf(path).length).toBeLessThan(30)
  expect(git(path, 'rev-list', '--count', 'dev').trim()).toBe('322')
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
})

test('a long reflog is left with its last 500 lines, which still mend the branch', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { durability: 'atomic', packAbove: 20 })
  await commitMany(store, 1, 2)
  const log = join(path, 'logs/refs/heads/dev')
  const lines = readFileSync(log, 'utf8')
  writeFileSync(log, lines.repeat(Math.ceil((1 << 18) / lines.length)))
  await commitMany(store, 3, 12)
  await store.close()
  expect(readFileSync(log, 'utf8').split('\n').length).toBeLessThan(520)
  const newest = git(path, 'rev-parse', 'dev')
  truncateSync(join(path, 'refs/heads/dev'), 7)
  const mended = await openGitStore(path, { onNotice: () => {} })
  expect(git(path, 'rev-parse', 'dev')).toBe(newest)
  await mended.close()
})

test('lines keep their ends', () => {
  expect(linesOf(Buffer.from('a\n\nb\r\nc')).map(String)).toEqual(['a\n', '\n', 'b\r\n', 'c'])
})

const id = artifactId('prompt')

function at(version: number): Artifact {
  const rules = Array.from({ length: 40 }, (_, index) => `Rule ${index}: keep the answer short and exact.`)
  rules[version % 40] = `Rule changed in version ${version}.`
  const keys = Array.from(
    { length: 60 },
    (_, index) => [`k${index}`, index === version % 60 ? `${version}` : ''] as const,
  )
  const state = stateOf([['rules.md', rules.join('\n')], ...keys])
  return { id, version, state, contract: { major: 1 }, blastRadius: 1 }
}

async function commitMany(store: LedgerStore, from: number, to: number): Promise<void> {
  for (let version = from; version <= to; version++) {
    const writes = [{ artifact: at(version), expected: version - 1 }]
    const message = { subject: `version ${version}`, trailers: [] }
    expect((await store.compareAndSwap({ branch: 'dev', writes, message })).outcome).toBe('swapped')
  }
}

/** Writes an object of the text with git, and returns its id. */
function written(path: string, input: string): string {
  const args = ['--git-dir', path, 'hash-object', '-w', '--stdin']
  return execFileSync('git', args, { encoding: 'utf8', input }).trim()
}

function fileOf(oid: string): string {
  return join(oid.slice(0, 2), oid.slice(2))
}

function packsOf(path: string): readonly string[] {
  return readdirSync(join(path, 'objects/pack')).filter((name) => name.endsWith('.pack'))
}

function looseOf(path: string): readonly string[] {
  return readdirSync(join(path, 'objects'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^..\/.{38}$/.test(name),
  )
}

function git(path: string, ...args: readonly string[]): string {
  return execFileSync('git', ['--git-dir', path, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function freshPath(): string {
  return join(scratch, String(count++))
}
