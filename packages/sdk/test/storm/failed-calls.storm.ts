import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { LedgerError } from '@agentdescent/core'
import { expect, test } from 'vitest'
import { openGitStore } from '../../src/stores/git-store/git-store.ts'
import type { GitStoreOptions } from '../../src/stores/git-store/git-store-options.ts'
import type { FileSystem } from '../../src/stores/git-store/file-system.ts'
import { failingAt, without } from './failing-files.ts'
import {
  commit,
  copyOf,
  fsck,
  headsOf,
  inScratch,
  isLong,
  leftovers,
  makeLedger,
  reopen,
  unacknowledged,
  writePaths,
} from './ledger-fixture.ts'

const codes = ['EIO', 'ENOSPC', 'EMFILE', 'EACCES', 'EROFS', 'EDQUOT']
const cases = writePaths.flatMap((path, index) =>
  // Every code at every call in `test:long`, else one after the other.
  (isLong ? codes : codes.slice(index % 3, (index % 3) + 1)).map((code) => ({ ...path, code })),
)

test.each(cases)(
  'a $name that meets $code at any call succeeds or says so, and loses nothing',
  async ({ code, ...path }) => {
    const { run, after, lost, options } = path
    await inScratch(async (scratch) => {
      const base = join(scratch, 'base')
      await makeLedger(base, path)
      let isReached = true
      for (let n = 1; isReached; n++) {
        // A place of its own: a store whose commit failed is not closed, and may be packing yet.
        const place = copyOf(base, join(scratch, String(n)))
        rmSync(join(scratch, String(n - 4)), { recursive: true, force: true })
        const { files, calls, bury } = failingAt(n, code)
        const error = await failureOf(async () =>
          run(
            await openGitStore(place, { ...options, files, lockWaitMs: 100, onNotice: () => {} }),
            () => {},
          ),
        )
        bury()
        isReached = calls() >= n
        if (error !== undefined) expect(error).toBeInstanceOf(LedgerError)
        const store = await reopen(place)
        const heads = await headsOf(store)
        expect(error === undefined ? [after] : unacknowledged(path)).toContainEqual(heads)
        expect(lost?.(place)).toBeUndefined()
        await commit(store, heads.dev + 1)
        await store.close()
        if (n % 10 === 0) expect(fsck(place)).toBe('')
      }
    })
  },
)

const missing: readonly (readonly (keyof FileSystem)[])[] = [
  ['link'],
  ['tryLock'],
  ['syncDirectory'],
  ['link', 'tryLock', 'syncDirectory'],
]

test.each(
  missing.flatMap((methods) =>
    ['EPERM', 'ENOSYS'].map((code) => [methods.join(', '), code, methods] as const),
  ),
)('without %s (%s) every write lands, and of writers at once one', async (_, code, methods) => {
  await inScratch(async (scratch) => {
    const base = join(scratch, 'base')
    await makeLedger(base)
    const options: GitStoreOptions = { files: without(methods, code).files, onNotice: () => {} }
    for (const { run, after, options: own, prepare } of writePaths) {
      const place = copyOf(base, join(scratch, 'alone'))
      prepare?.(place)
      const store = await openGitStore(place, { ...options, ...own })
      await run(store, () => {})
      await store.close()
      const reader = await openGitStore(place, { isReadOnly: true })
      expect(await headsOf(reader)).toEqual(after)
      await reader.close()
    }
    const path = copyOf(base, join(scratch, 'shared'))
    const stores = await Promise.all(Array.from({ length: 4 }, () => openGitStore(path, options)))
    const results = await Promise.allSettled(stores.map((store) => commit(store, 4)))
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await Promise.all(stores.map(async (store) => (await headsOf(store)).dev))).toEqual([4, 4, 4, 4])
    await Promise.all(stores.map((store) => store.close()))
    expect([leftovers(path), fsck(path)]).toEqual([[], ''])
  })
})

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error
  }
}
