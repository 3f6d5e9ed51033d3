import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
