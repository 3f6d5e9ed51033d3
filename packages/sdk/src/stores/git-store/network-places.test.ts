import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nodeFileSystem } from './file-system.ts'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-network-'))

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test.each([
  ['NFS', 0x6969],
  ['CIFS', 0xff534d42],
])('refuses %s, says why and makes nothing, unless it is allowed', async (name, type) => {
  const path = join(scratch, name, 'ledger')
  const files = {
    ...nodeFileSystem,
    fileSystemType: (asked: string) => (asked === scratch ? type : undefined),
  }
  await expect(openGitStore(path, { files })).rejects.toMatchObject({
    code: 'network-file-system',
    value: path,
    message: expect.stringContaining(`is on ${name}`),
    fix: expect.stringContaining('allowNetwork'),
  })
  expect(existsSync(join(scratch, name))).toBe(false)
  const store = await openGitStore(path, { files, allowNetwork: true })
  expect((await store.read('dev')).artifacts.size).toBe(0)
  await store.close()
})

test('tells the type of a file system that is there', () => {
  expect(nodeFileSystem.fileSystemType(scratch)).toBeTypeOf('number')
  expect(nodeFileSystem.fileSystemType(join(scratch, 'absent'))).toBeUndefined()
})
