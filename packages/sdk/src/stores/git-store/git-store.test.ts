import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { durableStoreContract, storeContract } from '@agentdescent/core/testing'
import { afterAll, test } from 'vitest'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-store-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test.each(storeContract())('the git store $name', ({ run }) => run(() => openGitStore(freshPath())))

test.each(durableStoreContract())('the git store: $name', ({ run }) => {
  const path = freshPath()
  return run(() => openGitStore(path))
})

function freshPath(): string {
  return join(scratch, String(count++), 'ledger')
}
