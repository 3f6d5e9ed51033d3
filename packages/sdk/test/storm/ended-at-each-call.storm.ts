import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGitStore } from '../../src/stores/git-store/git-store.ts'
import { endingAt, without } from './failing-files.ts'
import {
  commit,
  copyOf,
  fsck,
  headsOf,
  inScratch,
  isLong,
  leftovers,
  letTimePass,
  makeLedger,
  reopen,
  unacknowledged,
  writePaths,
} from './ledger-fixture.ts'

const ways = [
  { on: 'a file system that has all', missing: [] },
  { on: 'one without links', missing: ['link'] },
  { on: 'one without links and syncs of directories', missing: ['link', 'syncDirectory'] },
] as const
const cases = writePaths.flatMap((path) => {
  const isEveryWay = isLong || path.name === 'commit' || path.name === 'group of commits'
  return (isEveryWay ? ways : ways.slice(0, 1)).map((way) => ({ ...path, ...way }))
})

test.each(cases)(
  'on $on, a $name that ends at any call leaves the old state or the new, and the next write goes on',
  async ({ missing, ...path }) => {
    const { run, after, lost, options } = path
    await inScratch(async (scratch) => {
      const base = join(scratch, 'base')
      await makeLedger(base, path)
      let [n, isAcknowledged] = [1, false]
      for (; !isAcknowledged; n++) {
        const place = copyOf(base, join(scratch, 'ledger'))
        const { files, bury } = endingAt(n, without(missing, 'ENOSYS').files)
        isAcknowledged = await acknowledges(async () =>
          run(await openGitStore(place, { ...options, files, onNotice: () => {} }), () => {}),
        )
        bury()
        letTimePass(place)
        const store = await reopen(place, { files: without(missing, 'ENOSYS').files })
        const heads = await headsOf(store)
        expect(isAcknowledged ? [after] : unacknowledged(path)).toContainEqual(heads)
        expect(leftovers(place).filter((name) => !name.includes('tmp_obj'))).toEqual([])
        expect(lost?.(place)).toBeUndefined()
        await commit(store, heads.dev + 1)
        await store.close()
        if (n % 10 === 0) expect(fsck(place)).toBe('')
      }
      expect(n).toBeGreaterThan(30)
    })
  },
)

test('a creation that ends at any call is completed by the next opening', async () => {
  await inScratch(async (scratch) => {
    for (let [n, isMade] = [1, false]; !isMade; n++) {
      const path = join(scratch, String(n))
      const { files, bury } = endingAt(n)
      isMade = await acknowledges(() => openGitStore(path, { files }))
      bury()
      const store = await reopen(path)
      expect((await store.log('stable', 9)).length).toBe(1)
      await commit(store, 1)
      await store.close()
      if (n % 10 === 0) expect(fsck(path)).toBe('')
    }
  })
})

async function acknowledges(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch {
    return false
  }
}
