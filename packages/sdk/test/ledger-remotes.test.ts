import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, singleSlot, stateOf } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import { openLedger } from '../src/open-ledger.ts'
import { openGitStore } from '../src/stores/git-store/git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-remotes-'))

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('a ledger is pushed to a normal remote, and read from a clone of that', async () => {
  const [path, remote, clone] = [join(scratch, 'ledger'), join(scratch, 'remote'), join(scratch, 'clone')]
  await commit(path, 'Answer.\n', 1)
  git('init', '--quiet', '--bare', remote)
  git('--git-dir', path, 'push', '--quiet', remote, 'dev', 'stable')
  git('clone', '--quiet', '--branch', 'dev', remote, clone)
  expect(git('-C', clone, 'show', 'dev:artifacts/prompt/value')).toBe('Answer.\n')
  await commit(path, 'Answer, please.\n', 2)
  git('--git-dir', path, 'push', '--quiet', remote, 'dev')
  expect(git('--git-dir', remote, 'rev-parse', 'dev')).toBe(git('--git-dir', path, 'rev-parse', 'dev'))
})

test('a remote that moved refuses the push with the next step, and neither side loses a commit', async () => {
  const [path, other, remote] = [join(scratch, 'one'), join(scratch, 'two'), join(scratch, 'shared')]
  await commit(path, 'Answer.\n', 1)
  git('clone', '--quiet', '--bare', path, remote)
  await commit(other, 'Another.\n', 1)
  git('--git-dir', other, 'push', '--quiet', '--force', remote, 'dev')
  const [mine, theirs] = [
    git('--git-dir', path, 'rev-parse', 'dev'),
    git('--git-dir', remote, 'rev-parse', 'dev'),
  ]
  const { status, stderr } = spawnSync('git', ['--git-dir', path, 'push', remote, 'dev'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/\[rejected\].*dev -> dev/)
  expect(git('--git-dir', path, 'rev-parse', 'dev')).toBe(mine)
  expect(git('--git-dir', remote, 'rev-parse', 'dev')).toBe(theirs)
  git('--git-dir', path, 'push', '--quiet', remote, 'dev:dev-of-one')
  git('--git-dir', path, 'fetch', '--quiet', remote, 'dev:theirs')
  const ledger = await openLedger(path)
  expect(await ledger.render('dev')).toBe('Answer.\n')
  await ledger.close()
})

async function commit(path: string, text: string, version: number): Promise<void> {
  const { rendering } = singleSlot()
  const facts = { id: artifactId('prompt'), version, contract: { major: 1 }, blastRadius: 1 }
  const artifact = { ...facts, state: stateOf([['value', text]]), ...(rendering && { rendering }) }
  const store = await openGitStore(path)
  const message = { subject: `version ${version}`, trailers: [] }
  if (version === 1) await store.register(artifact, message)
  else await store.compareAndSwap({ branch: 'dev', writes: [{ artifact, expected: version - 1 }], message })
  await store.close()
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
