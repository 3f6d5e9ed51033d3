import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, stateOf } from '@agentdescent/core'
import { afterAll, expect, test, vi } from 'vitest'
import { openGitStore } from '../stores/git-store/git-store.ts'
import { pushLedger } from './push-ledger.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-push-'))
const id = artifactId('prompt')
let count = 0

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(scratch, { recursive: true, force: true })
})

test('a remote gets every branch as the ledger has it, and then what is new', async () => {
  const [path, remote] = [await ledger('first'), bareRepository()]
  expect(await pushLedger(path, remote)).toEqual({
    ledger: path,
    remote,
    branches: [
      { branch: 'dev', to: 'dev', outcome: 'new' },
      { branch: 'stable', to: 'stable', outcome: 'new' },
    ],
  })
  expect(heads(remote)).toEqual(heads(path))
  await commit(path, 2, 'second')
  const { branches } = await pushLedger(path, remote)
  expect(branches.map(({ branch, outcome }) => [branch, outcome])).toEqual([
    ['dev', 'moved'],
    ['stable', 'unchanged'],
  ])
  expect(heads(remote)).toEqual(heads(path))
})

test('a remote that moved keeps all it has, and so does the ledger, which can be pushed beside it', async () => {
  const [mine, theirs, remote] = [await ledger('mine'), await ledger('theirs'), bareRepository()]
  await pushLedger(theirs, remote)
  const before = { mine: heads(mine), remote: heads(remote) }
  await expect(pushLedger(mine, remote)).rejects.toMatchObject({
    code: 'remote-moved',
    message: expect.stringMatching(
      /^The branch "(dev|stable)" of .* has commits that the ledger .* does not have/,
    ),
    fix: expect.stringContaining('--as NAME'),
  })
  expect({ mine: heads(mine), remote: heads(remote) }).toEqual(before)
  const { branches } = await pushLedger(mine, remote, { as: 'mine' })
  expect(branches.map(({ to }) => to)).toEqual(['mine/dev', 'mine/stable'])
  expect(heads(remote)).toMatchObject({
    ...before.remote,
    'mine/dev': before.mine['dev'],
    'mine/stable': before.mine['stable'],
  })
})

test('one branch that the remote refuses keeps the others back', async () => {
  const [path, remote] = [await ledger('first'), bareRepository()]
  await pushLedger(path, remote)
  const dev = heads(remote)['dev'] ?? ''
  const foreign = git(remote, 'commit-tree', '-p', dev, '-m', 'foreign', `${dev}^{tree}`).trim()
  git(remote, 'update-ref', 'refs/heads/stable', foreign)
  await commit(path, 2, 'second')
  await expect(pushLedger(path, remote)).rejects.toMatchObject({ code: 'remote-moved' })
  expect(heads(remote)).toEqual({ dev, stable: foreign })
})

test('what git says of a remote is told without the password in it', async () => {
  const path = await ledger('first')
  const refused = pushLedger(path, 'https://user:pass-word-1@127.0.0.1:9/ledger.git')
  await expect(refused).rejects.toMatchObject({
    code: 'push-failed',
    value: 'https://127.0.0.1:9/ledger.git',
  })
  const error = await refused.catch((reason: unknown) => reason)
  expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('pass-word-1')
})

test.each(['', '--receive-pack=touch hacked', 'a\nb'])('%j is no remote', async (remote) => {
  await expect(pushLedger(await ledger('first'), remote)).rejects.toMatchObject({ code: 'bad-remote' })
})

test.each(['', '-x', 'a..b', 'a b', '../up', 'x.lock', 'a/b'])('%j is no name to push as', async (as) => {
  await expect(pushLedger(await ledger('first'), bareRepository(), { as })).rejects.toMatchObject({
    code: 'bad-name',
  })
})

test('a path that is no ledger, and a machine without git, are said before anything is sent', async () => {
  await expect(pushLedger(join(scratch, 'none'), bareRepository())).rejects.toMatchObject({
    code: 'not-a-ledger',
  })
  const [path, remote] = [await ledger('first'), bareRepository()]
  vi.stubEnv('PATH', scratch)
  await expect(pushLedger(path, remote)).rejects.toMatchObject({ code: 'no-git' })
  vi.unstubAllEnvs()
})

async function ledger(text: string): Promise<string> {
  const path = join(scratch, `ledger-${count++}`)
  const store = await openGitStore(path)
  const artifact = {
    id,
    version: 1,
    state: stateOf([['value', text]]),
    contract: { major: 1 },
    blastRadius: 1,
  }
  await store.register(artifact, { subject: `register ${text}`, trailers: [] })
  await store.close()
  return path
}

async function commit(path: string, version: number, text: string): Promise<void> {
  const store = await openGitStore(path)
  const artifact = { id, version, state: stateOf([['value', text]]), contract: { major: 1 }, blastRadius: 1 }
  const message = { subject: text, trailers: [] }
  await store.compareAndSwap({ branch: 'dev', writes: [{ artifact, expected: version - 1 }], message })
  await store.close()
}

function bareRepository(): string {
  const path = join(scratch, `remote-${count++}`)
  execFileSync('git', ['init', '--quiet', '--bare', path])
  return path
}

function heads(path: string): Record<string, string> {
  const lines = git(path, 'for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads').trim()
  return Object.fromEntries(lines.split('\n').map((line) => line.split(' ')))
}

function git(path: string, ...words: readonly string[]): string {
  return execFileSync('git', ['--git-dir', path, ...words], {
    encoding: 'utf8',
    env: {
      ...process.env,
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@localhost',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@localhost',
    },
  })
}
