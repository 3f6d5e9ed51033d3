import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { durableStoreContract, storeContract } from '@agentdescent/core/testing'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-store-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test.each(storeContract())('the git store $name', ({ run }) => run(() => openGitStore(freshPath())))

test.each(durableStoreContract())('the git store: $name', ({ run }) => {
  const path = freshPath()
  return run(() => openGitStore(path))
})

describe('where no program named git is found', () => {
  beforeEach(() => void vi.stubEnv('PATH', join(scratch, 'empty')))
  afterEach(() => void vi.unstubAllEnvs())

  test('none is', () => {
    expect(spawnSync('git', ['--version']).error).toMatchObject({ code: 'ENOENT' })
  })

  test.each(storeContract())('the git store, packing after every commit, $name', async ({ run }) => {
    const path = freshPath()
    await run(() => openGitStore(path, { packAbove: 1, durability: 'atomic' }))
    expect(readdirSync(join(path, 'objects/pack'))).toContainEqual(expect.stringMatching(/\.pack$/))
  })
})

function freshPath(): string {
  return join(scratch, String(count++), 'ledger')
}
