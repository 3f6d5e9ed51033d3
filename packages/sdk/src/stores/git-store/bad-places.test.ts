import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { artifactId, stateOf } from '@agentdescent/core'
import type { LedgerStore } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import { nodeFileSystem } from './file-system.ts'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-places-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test.each<[string, (path: string) => void, RegExp]>([
  ['a file', (path) => writeFileSync(path, 'text'), /it is a file/],
  [
    'a folder of something else',
    (path) => put(path, 'notes.txt', 'prompt.md'),
    /it holds "notes.txt", "prompt.md"/,
  ],
  ['a git work tree', (path) => execFileSync('git', ['init', '--quiet', path]), /it is a git work tree/],
  [
    'a bare git repository',
    (path) => execFileSync('git', ['init', '--quiet', '--bare', path]),
    /repository of something else/,
  ],
  ['a project with a folder of our name', (path) => put(path, 'agentdescent', 'package.json'), /it holds/],
])('refuses %s, names the path and the fix, and changes nothing', async (_, make, said) => {
  const path = freshPath()
  make(path)
  const before = listing(path)
  await expect(openGitStore(path)).rejects.toMatchObject({
    code: 'not-a-ledger',
    argument: 'ledger',
    value: path,
    message: expect.stringMatching(said),
    fix: 'Name a ledger; opened for writing, one is made in an empty directory or where nothing is.',
  })
  expect(listing(path)).toEqual(before)
})

test('makes a ledger in an empty directory, and where the directories above are missing too', async () => {
  const empty = freshPath()
  mkdirSync(empty)
  const deep = join(freshPath(), 'a', 'b')
  for (const path of [empty, deep]) {
    const store = await openGitStore(path)
    expect((await store.read('dev')).artifacts.size).toBe(0)
    await store.close()
  }
})

test('makes a ledger where another process makes every directory of it right before', async () => {
  const path = join(freshPath(), 'a', 'b')
  const makeDirectory = (directory: string): void => {
    if (existsSync(dirname(directory))) mkdirSync(directory, { recursive: true })
    nodeFileSystem.makeDirectory(directory)
  }
  const store = await openGitStore(path, { files: { ...nodeFileSystem, makeDirectory } })
  await register(store)
  expect(await store.claimRun('prompt')).toMatchObject({ epoch: 1 })
  await store.close()
})

test('completes a creation that was cut short', async () => {
  const path = freshPath()
  mkdirSync(join(path, 'agentdescent'), { recursive: true })
  mkdirSync(join(path, 'objects'))
  const store = await openGitStore(path)
  await register(store)
  await store.close()
})

test('refuses a ledger of a newer format', async () => {
  const path = await ledger()
  writeFileSync(join(path, 'agentdescent/format'), '2\n')
  await expect(openGitStore(path)).rejects.toMatchObject({
    code: 'newer-format',
    fix: 'Update agentdescent.',
  })
})

test('never takes a torn branch for an empty one, and mends it from the reflog when opened for writing', async () => {
  const path = await ledger()
  const branch = join(path, 'refs/heads/dev')
  truncateSync(branch, 20)
  const reader = await openGitStore(path, { isReadOnly: true })
  await expect(reader.read('dev')).rejects.toMatchObject({
    code: 'corrupt',
    message: expect.stringContaining(branch),
  })
  await reader.close()
  const notices: unknown[] = []
  const store = await openGitStore(path, { onNotice: (notice) => notices.push(notice) })
  expect((await store.read('dev')).artifacts.size).toBe(1)
  expect(notices).toEqual([expect.objectContaining({ kind: 'branch-mended', branch: 'dev' })])
  await store.close()
})

test('says which key of which commit is lost with a damaged object, and how to restore it', async () => {
  const path = await ledger()
  const dev = execFileSync('git', ['--git-dir', path, 'rev-parse', 'dev'], { encoding: 'utf8' }).trim()
  const blob = execFileSync('git', ['--git-dir', path, 'rev-parse', 'dev:artifacts/prompt/k'], {
    encoding: 'utf8',
  }).trim()
  const file = join(path, 'objects', blob.slice(0, 2), blob.slice(2))
  for (const damage of [() => truncateSync(file, 5), () => rmSync(file)]) {
    damage()
    const reader = await openGitStore(path, { isReadOnly: true })
    await expect(reader.read('dev')).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining(`key "k" of "prompt" in commit ${dev} is lost, for object ${blob}`),
      fix: expect.stringContaining('git fetch'),
    })
    await reader.close()
  }
})

test('drops a torn object that nothing needs yet, so that it can be written', async () => {
  const path = await ledger()
  const store = await openGitStore(path)
  const before = new Set(objectFiles(path))
  await store.register({ ...artifact, id: artifactId('other'), state: stateOf([['k', 'new text']]) }, said)
  const { commit } = await store.read('dev')
  await store.close()
  const fresh = objectFiles(path).filter((name) => !before.has(name))
  execFileSync('git', ['--git-dir', path, 'update-ref', 'refs/heads/dev', 'dev~1'])
  execFileSync('git', ['--git-dir', path, 'update-ref', 'refs/heads/stable', 'stable~1'])
  for (const branch of ['HEAD', 'refs/heads/dev', 'refs/heads/stable'])
    rmSync(join(path, 'logs', branch), { force: true })
  for (const name of fresh) truncateSync(name, 3)
  rmSync(join(path, 'agentdescent/clean'))
  const notices: unknown[] = []
  const again = await openGitStore(path, { onNotice: (notice) => notices.push(notice) })
  expect(notices.length).toBe(fresh.length)
  await again.register({ ...artifact, id: artifactId('other'), state: stateOf([['k', 'new text']]) }, said)
  expect((await again.read('dev')).artifacts.size).toBe(2)
  expect(commit).toMatch(/^[0-9a-f]{40}$/)
  await again.close()
  expect(
    execFileSync('git', ['--git-dir', path, 'fsck', '--strict', '--full', '--no-dangling'], {
      encoding: 'utf8',
    }),
  ).toBe('')
})

test('a ledger opened for reading is never written', async () => {
  const path = await ledger()
  const before = listing(path)
  const store = await openGitStore(path, { isReadOnly: true })
  await expect(register(store)).rejects.toMatchObject({ code: 'read-only' })
  await store.read('dev')
  await store.close()
  expect(listing(path)).toEqual(before)
})

test('waits for a lock of git and then says whose it is not', async () => {
  const path = await ledger()
  writeFileSync(join(path, 'refs/heads/dev.lock'), '')
  const store = await openGitStore(path, { lockWaitMs: 50 })
  const swap = {
    branch: 'dev',
    writes: [{ artifact: { ...artifact, version: 2 }, expected: 1 }],
    message: said,
  }
  await expect(store.compareAndSwap(swap)).rejects.toMatchObject({
    code: 'locked',
    message: expect.stringContaining('dev.lock'),
  })
  expect(existsSync(join(path, 'refs/heads/dev.lock'))).toBe(true)
  rmSync(join(path, 'refs/heads/dev.lock'))
  expect(await store.compareAndSwap(swap)).toMatchObject({ outcome: 'swapped' })
  await store.close()
})

const said = { subject: 'register', trailers: [] }
const artifact = {
  id: artifactId('prompt'),
  version: 1,
  state: stateOf([['k', 'text']]),
  contract: { major: 1 },
  blastRadius: 1,
}

async function ledger(): Promise<string> {
  const path = freshPath()
  const store = await openGitStore(path)
  await register(store)
  await store.close()
  return path
}

function register(store: LedgerStore): Promise<void> {
  return store.register(artifact, said)
}

function put(path: string, ...names: readonly string[]): void {
  mkdirSync(path)
  for (const name of names) writeFileSync(join(path, name), '')
}

function listing(path: string): readonly string[] {
  return existsSync(path) && !path.endsWith('file') ? entriesOf(path) : []
}

function entriesOf(path: string): readonly string[] {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
  } catch {
    return []
  }
}

function objectFiles(path: string): readonly string[] {
  return readdirSync(join(path, 'objects'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[0-9a-f]{2}.[0-9a-f]{38}$/.test(name))
    .map((name) => join(path, 'objects', name))
}

function freshPath(): string {
  return join(scratch, String(count++))
}
