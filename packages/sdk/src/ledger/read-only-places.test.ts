import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, singleSlot, stateOf } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import { LedgerReader } from '../open-ledger.ts'
import { type FileSystem, nodeFileSystem } from '../stores/git-store/file-system.ts'
import { openGitStore } from '../stores/git-store/git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-read-only-'))

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const READS: readonly string[] = ['close', 'facts', 'list', 'open', 'read', 'readAt', 'fileSystemType']

/** A file system that is mounted for reading. */
const readOnly: FileSystem = new Proxy(nodeFileSystem, {
  get: (files, name, receiver) => {
    const method: unknown = Reflect.get(files, name, receiver)
    if (typeof name !== 'string' || typeof method !== 'function' || READS.includes(name)) return method
    return () => {
      throw Object.assign(new Error(`EROFS: read-only file system, ${name}`), { code: 'EROFS' })
    }
  },
})

test('everything that reads a ledger works where nothing can be written, and writing says what to do', async () => {
  const path = join(scratch, 'ledger')
  const store = await openGitStore(path)
  const { rendering } = singleSlot()
  const facts = { id: artifactId('prompt'), version: 1, contract: { major: 1 }, blastRadius: 1 }
  const artifact = { ...facts, state: stateOf([['value', 'Answer.\n']]), ...(rendering && { rendering }) }
  await store.register(artifact, { subject: 'register', trailers: [] })
  await store.close()
  const ledger = new LedgerReader(path, await openGitStore(path, { isReadOnly: true, files: readOnly }), {})
  expect((await ledger.log()).length).toBe(2)
  expect((await ledger.blame()).map(({ text }) => text)).toEqual(['Answer.'])
  expect((await ledger.diff('stable')).lines).toEqual([])
  expect((await ledger.show('v1')).branch).toBe('dev')
  expect((await ledger.learnt()).refused).toEqual([])
  await ledger.close()
  await expect(openGitStore(path, { files: readOnly })).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining(path),
    fix: 'Mount the file system for writing, or choose another path.',
  })
})
