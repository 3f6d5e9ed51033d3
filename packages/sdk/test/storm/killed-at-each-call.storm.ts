import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
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
} from './ledger-fixture.ts'

const writer = fileURLToPath(new URL('killed-writer.mjs', import.meta.url))

/** Every call in `test:long`, else a share of them. */
const STEP = isLong ? 1 : 6

test.each(['first-way', 'second-way'])(
  'a process that is killed by SIGKILL at any call of a commit leaves the old state or the new (%s)',
  async (way) => {
    await inScratch(async (scratch) => {
      const base = join(scratch, 'base')
      await makeLedger(base)
      let [n, signal]: [number, NodeJS.Signals | null] = [1, 'SIGKILL']
      for (; signal === 'SIGKILL'; n += STEP) {
        const place = copyOf(base, join(scratch, 'ledger'))
        const child = spawnSync(process.execPath, [writer, place, String(n), way], { encoding: 'utf8' })
        signal = child.signal
        expect([signal, child.status, child.stderr]).toEqual(
          signal === 'SIGKILL' ? ['SIGKILL', null, ''] : [null, 0, ''],
        )
        letTimePass(place)
        const store = await reopen(place)
        const heads = await headsOf(store)
        expect([3, 4]).toContain(heads.dev)
        if (child.stdout.includes('acknowledged')) expect(heads.dev).toBe(4)
        expect(leftovers(place).filter((name) => !name.includes('tmp_obj'))).toEqual([])
        await commit(store, heads.dev + 1)
        await store.close()
      }
      expect(fsck(join(scratch, 'ledger'))).toBe('')
      expect(n).toBeGreaterThan(40)
    })
  },
)
