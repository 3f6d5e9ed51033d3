import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, runId, stateOf } from '@agentdescent/core'
import type { Artifact, LedgerStore } from '@agentdescent/core'
import { log as isomorphicLog, readBlob } from 'isomorphic-git'
import { afterAll, expect, test } from 'vitest'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-git-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('git log tells subject, body and trailers of every commit', async () => {
  const path = await smallLedger()
  expect(git(path, 'log', '--format=%s', 'dev')).toBe('say please\nregister prompt\ngenesis\n')
  expect(git(path, 'log', '-1', '--format=%b', 'dev').trim()).toBe(
    'Because it helps.\n\nCards: l1\nAgentDescent-Version: prompt@2',
  )
  expect(git(path, 'log', '-1', '--format=%(trailers:key=Cards,valueonly)', 'dev').trim()).toBe('l1')
  expect(git(path, 'log', '-1', '--format=%an <%ae> %at', 'dev').trim()).toBe(
    'agentdescent <agentdescent@localhost> 1700000000',
  )
})

test('git log -p shows an edit as a person made it', async () => {
  const path = await smallLedger()
  const patch = git(path, 'log', '-1', '-p', '--format=', 'dev', '--', 'artifacts/prompt/')
  expect(patch).toContain('+++ b/artifacts/prompt/docs/Über.md')
  expect(patch).toContain('@@ -1,2 +1,2 @@\n Answer yes or no.\n-Be quick.\n+Be quick, please.\n')
})

test('git blame names the commit of each line', async () => {
  const path = await smallLedger()
  const subjects = git(path, 'blame', '--line-porcelain', 'dev', '--', 'artifacts/prompt/docs/Über.md')
    .split('\n')
    .filter((line) => line.startsWith('summary '))
  expect(subjects).toEqual(['summary register prompt', 'summary say please'])
})

test('git show reads a version of stable, and git diff what dev has more', async () => {
  const path = await smallLedger()
  expect(git(path, 'show', 'stable:artifacts/prompt@artifact.json')).toBe(
    '{"blastRadius":0.5,"contract":{"major":2},"version":1}\n',
  )
  expect(git(path, 'diff', '--numstat', 'stable', 'dev', '--', 'artifacts/prompt/').trim()).toBe(
    '1\t1\tartifacts/prompt/docs/Über.md',
  )
})

test('git fsck --strict finds nothing to say, whatever the keys', async () => {
  const path = freshPath()
  const store = await openGitStore(path)
  const keys = [
    '',
    '.',
    '..',
    '.git',
    '.GIT/hooks',
    'git~1',
    '.gitmodules',
    '.gitattributes',
    'HEAD',
    'objects/x',
    'refs/x',
    'a',
    'a/b',
    'A',
    'é',
    'e\u0301',
    'con',
    '\0',
    '\n',
    '%',
    '-rf',
    'k'.repeat(3000),
    `${'deep/'.repeat(1000)}x`,
  ]
  await store.register(
    artifact(
      1,
      keys.map((key) => [key, `text of ${key}`]),
    ),
    { subject: 'register', trailers: [] },
  )
  const many = Array.from({ length: 2_500 }, (_, index) => [`rule-${index}`, 'text'] as const)
  await store.register(
    { ...artifact(1, many), id: artifactId('Prompt') },
    { subject: 'register many', trailers: [] },
  )
  await store.close()
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
  expect(git(path, 'ls-tree', '-r', '--name-only', 'dev').split('\n').length).toBe(
    keys.length + many.length + 2 + 1,
  )
})

test('isomorphic-git reads what was written', async () => {
  const path = await smallLedger()
  const place = { fs, gitdir: path }
  const [newest] = await isomorphicLog({ ...place, ref: 'dev', depth: 1 })
  expect(newest?.commit.message.split('\n')[0]).toBe('say please')
  const { blob } = await readBlob({
    ...place,
    oid: newest?.oid ?? '',
    filepath: 'artifacts/prompt/docs/Über.md',
  })
  expect(Buffer.from(blob).toString()).toBe('Answer yes or no.\nBe quick, please.\n')
})

test('the git commands of docs/ledger.md run as they stand, the push too', async () => {
  const [path, remote] = [freshPath(), freshPath()]
  const store = await openGitStore(path)
  await store.register(artifact(1, [['value', 'Answer.\n']]), { subject: 'register prompt', trailers: [] })
  await say(store, 2, 'Answer, please.\n')
  await store.record({ run: runId('r1'), step: 1, reports: [], proposals: [], learnt: [] })
  await store.close()
  execFileSync('git', ['init', '--quiet', '--bare', remote])
  const page = fs.readFileSync(new URL('../../../../../docs/ledger.md', import.meta.url), 'utf8')
  const commands = [...page.matchAll(/^git --git-dir my-ledger (.+?)(?: +#.*)?$/gm)].map(
    ([, command = '']) => command,
  )
  const told = commands.map((command) => git(path, ...command.replace('<remote>', remote).split(' ')))
  expect(told.length).toBe(6)
  for (const output of told.slice(0, 5)) expect(output).not.toBe('')
  expect(git(remote, 'rev-parse', 'dev', 'stable')).toBe(git(path, 'rev-parse', 'dev', 'stable'))
})

test('the same steps at the same times give the same commit ids', async () => {
  const [first, second] = [await smallLedger(), await smallLedger()]
  expect(git(first, 'rev-parse', 'dev', 'stable')).toBe(git(second, 'rev-parse', 'dev', 'stable'))
})

test('reads what git packed, and goes on from there', async () => {
  const path = await smallLedger()
  git(path, 'gc', '--quiet', '--prune=now')
  expect(fs.readdirSync(join(path, 'refs/heads'))).toEqual([])
  const store = await openGitStore(path)
  const { artifacts } = await store.read('dev')
  expect(artifacts.get(prompt)?.state.get('docs/Über.md')).toBe('Answer yes or no.\nBe quick, please.\n')
  await say(store, 3, 'Third.\n')
  expect((await store.readVersion('dev', prompt, 1))?.state.get('docs/Über.md')).toBe(
    'Answer yes or no.\nBe quick.\n',
  )
  await store.close()
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
  expect(git(path, 'log', '--format=%s', 'dev').split('\n').length).toBe(5)
})

test('a commit that git made is the next head', async () => {
  const path = await smallLedger()
  const store = await openGitStore(path)
  const before = await store.read('dev')
  git(
    path,
    'update-ref',
    'refs/heads/dev',
    git(path, 'commit-tree', '-p', 'dev', '-m', 'by hand', 'dev^{tree}').trim(),
  )
  const after = await store.read('dev')
  expect(after.commit).not.toBe(before.commit)
  expect(after.artifacts).toEqual(before.artifacts)
  await say(store, 3, 'Third.\n')
  expect(git(path, 'log', '-2', '--format=%s', 'dev')).toBe('say\nby hand\n')
  await store.close()
})

const prompt = artifactId('prompt')

async function smallLedger(): Promise<string> {
  const path = freshPath()
  const store = await openGitStore(path, { now: () => 1_700_000_000_000 })
  const entries = [
    ['docs/Über.md', 'Answer yes or no.\nBe quick.\n'],
    ['x', '1'],
  ] as const
  await store.register(artifact(1, entries), { subject: 'register prompt', trailers: [] })
  await store.compareAndSwap({
    branch: 'dev',
    writes: [
      {
        artifact: artifact(2, [
          ['docs/Über.md', 'Answer yes or no.\nBe quick, please.\n'],
          ['x', '1'],
        ]),
        expected: 1,
      },
    ],
    message: { subject: 'say please', body: 'Because it helps.', trailers: [['Cards', 'l1']] },
  })
  await store.close()
  return path
}

async function say(store: LedgerStore, version: number, text: string): Promise<void> {
  const writes = [
    {
      artifact: artifact(version, [
        ['docs/Über.md', text],
        ['value', text],
      ]),
      expected: version - 1,
    },
  ]
  const result = await store.compareAndSwap({
    branch: 'dev',
    writes,
    message: { subject: 'say', trailers: [] },
  })
  expect(result.outcome).toBe('swapped')
}

function artifact(version: number, entries: Iterable<readonly [string, string]>): Artifact {
  return { id: prompt, version, state: stateOf(entries), contract: { major: 2 }, blastRadius: 0.5 }
}

function git(path: string, ...args: readonly string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_COMMITTER_NAME: 'x',
    GIT_COMMITTER_EMAIL: 'x@x',
    GIT_AUTHOR_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x@x',
  }
  return execFileSync('git', ['--git-dir', path, ...args], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function freshPath(): string {
  return join(scratch, String(count++))
}
