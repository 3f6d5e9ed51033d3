import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, stateOf } from '@agentdescent/core'
import { expect, test } from 'vitest'
import { nodeFileSystem } from './file-system.ts'
import { openGitStore } from './git-store.ts'
import { patientFiles } from './patient-files.ts'

test('a rename that is refused for a moment is tried again, and the commit lands', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-patient-'))
  let refused = 0
  const files = {
    ...nodeFileSystem,
    rename: (from: string, to: string): void => {
      if (refused++ % 3 < 2) throw failure(refused % 2 === 0 ? 'EPERM' : 'EBUSY')
      nodeFileSystem.rename(from, to)
    },
  }
  const store = await openGitStore(join(scratch, 'ledger'), { files })
  const artifact = { id: artifactId('prompt'), version: 1, contract: { major: 1 }, blastRadius: 1 }
  await store.register(
    { ...artifact, state: stateOf([['k', 'text']]) },
    { subject: 'register', trailers: [] },
  )
  expect((await store.read('dev')).artifacts.get(artifact.id)?.state.get('k')).toBe('text')
  await store.close()
  expect(refused).toBeGreaterThan(10)
  rmSync(scratch, { recursive: true, force: true })
})

test('a refusal that lasts is told after eight tries and less than a quarter of a second', () => {
  const pauses: number[] = []
  let tries = 0
  const rename = (): never => {
    tries++
    throw failure('EPERM')
  }
  const files = patientFiles({ ...nodeFileSystem, rename }, (ms) => pauses.push(ms))
  expect(() => files.rename('a', 'b')).toThrow('EPERM')
  expect([tries, pauses.length]).toEqual([8, 7])
  expect(pauses.reduce((sum, ms) => sum + ms)).toBeLessThan(250)
})

test('any other failure is told at once', () => {
  let tries = 0
  const rename = (): never => {
    tries++
    throw failure('ENOSPC')
  }
  expect(() => patientFiles({ ...nodeFileSystem, rename }).rename('a', 'b')).toThrow('ENOSPC')
  expect(tries).toBe(1)
})

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}
