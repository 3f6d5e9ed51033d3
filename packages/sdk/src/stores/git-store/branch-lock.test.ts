import { existsSync, linkSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, stateOf } from '@agentdescent/core'
import type { LedgerStore, SwapResult } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import { BranchLock } from './branch-lock.ts'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-locks-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const ended = 'lock-guarded-00000000-1-cafe0'
const endedOnTheSecondWay = `${ended}-single`

test.each([ended, endedOnTheSecondWay])(
  'a lock that git has just made, and not written yet, is never broken for one that ended (%s)',
  async (proof) => {
    const { path, store, lock } = await ledger()
    writeFileSync(join(path, 'agentdescent', proof), `${'a'.repeat(40)}\n`)
    writeFileSync(lock, '')
    await expect(commit(store)).rejects.toMatchObject({ code: 'locked' })
    expect(existsSync(lock)).toBe(true)
    rmSync(lock)
    expect(await commit(store)).toMatchObject({ outcome: 'swapped' })
    await store.close()
  },
)

test('a lock that shares its file with the proof of one that ended is broken, and the commit lands', async () => {
  const { path, store, lock } = await ledger()
  writeFileSync(join(path, 'agentdescent', ended), `${'a'.repeat(40)}\n`)
  linkSync(join(path, 'agentdescent', ended), lock)
  expect(await commit(store)).toMatchObject({ outcome: 'swapped' })
  await store.close()
  expect(readdirSync(join(path, 'agentdescent')).filter((name) => name.startsWith('lock-'))).toEqual([])
})

test.each([
  ['all of its text', `${'a'.repeat(40)}\n`, 0],
  ['none of it, for long', '', 60],
  ['a part of it, for long', 'aaaa', 60],
])('without links, a lock with %s is broken when its owner has ended', async (_, text, age) => {
  const { path, store, lock } = await ledger()
  const proof = join(path, 'agentdescent', endedOnTheSecondWay)
  writeFileSync(proof, `${'a'.repeat(40)}\n`)
  writeFileSync(lock, text)
  const at = Date.now() / 1000 - age
  for (const file of [proof, lock]) utimesSync(file, at, at)
  expect(await commit(store)).toMatchObject({ outcome: 'swapped' })
  await store.close()
})

test.each([
  ['with links', nodeFileSystem],
  ['without them', withoutLinks()],
])('%s, a lock that its holder could not remove is broken by the next one who wants it', async (_, files) => {
  const { path, store, lock } = await ledger()
  const locks = new BranchLock(path, { files, isDurable: true, waitMs: 50 })
  const failed = locks.hold({ path: lock, text: `${'a'.repeat(40)}\n`, isGuarded: true }, async () => {
    throw new Error('the lock stays')
  })
  await expect(failed).rejects.toThrow('the lock stays')
  expect(existsSync(lock)).toBe(true)
  expect(await commit(store)).toMatchObject({ outcome: 'swapped' })
  await store.close()
  expect(readdirSync(join(path, 'agentdescent')).filter((name) => name.startsWith('lock-'))).toEqual([])
})

test('an opening that cannot tell a lock yet leaves the proof by which a later one can', async () => {
  const { path, store, lock } = await ledger()
  await store.close()
  const proof = join(path, 'agentdescent', endedOnTheSecondWay)
  writeFileSync(proof, `${'a'.repeat(40)}\n`)
  writeFileSync(lock, '')
  await (await openGitStore(path)).close()
  expect([existsSync(lock), existsSync(proof)]).toEqual([true, true])
  const minuteAgo = Date.now() / 1000 - 60
  for (const file of [proof, lock]) utimesSync(file, minuteAgo, minuteAgo)
  await (await openGitStore(path, { onNotice: () => {} })).close()
  expect([existsSync(lock), existsSync(proof)]).toEqual([false, false])
})

test('a file that its writer renames while another process opens the ledger is none of its business', async () => {
  const { path, store } = await ledger()
  await store.close()
  const files = {
    ...nodeFileSystem,
    list: (asked: string) => [...(nodeFileSystem.list(asked) ?? []), 'tmp_obj_1_gone', 'gone.tmp'],
  }
  await (await openGitStore(path, { files })).close()
})

function withoutLinks(): FileSystem {
  const link = (): never => {
    throw Object.assign(new Error('no links here'), { code: 'ENOSYS' })
  }
  return { ...nodeFileSystem, link }
}

const id = artifactId('prompt')

async function ledger(): Promise<{
  readonly path: string
  readonly store: LedgerStore
  readonly lock: string
}> {
  const path = join(scratch, String(count++))
  const store = await openGitStore(path, { lockWaitMs: 50 })
  return { path, store, lock: join(path, 'refs/heads/dev.lock') }
}

function commit(store: LedgerStore): Promise<SwapResult> {
  const state = stateOf([['k', 'text']])
  const artifact = { id, version: 1, state, contract: { major: 1 }, blastRadius: 1 }
  const message = { subject: 'version 1', trailers: [] }
  return store.compareAndSwap({ branch: 'dev', writes: [{ artifact, expected: 0 }], message })
}
