import { expect, test } from 'vitest'
import { evolve, MemoryStore } from '../../src/index.ts'
import { MemoryJournals } from '../../src/testing/journal/memory-journals.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import { options } from './killed-run.ts'

/** More than a function can be called with. */
const RECORDS = 200_000

test('a run with a journal of hundreds of thousands of records is gone on with', async () => {
  const [ledger, first] = [new MemoryStore(), new MemoryJournals()]
  const before = await evolve({ ...options(), ledger, journals: first, clock: new VirtualClock() })
  const records = first.recordsOf('artifact')
  const owner = records.find(({ kind }) => kind === 'owner')
  if (owner === undefined) throw new Error('The journal names no owner.')
  const many = Array.from({ length: RECORDS }, () => owner)
  const journals = MemoryJournals.of(
    new Map([['artifact', [...records.slice(0, 1), ...many, ...records.slice(1)]]]),
  )
  const after = await evolve({ ...options(), ledger, journals, clock: new VirtualClock() })
  expect(after.warnings.join()).toContain('had ended before')
  expect([after.finalRows, after.version, after.calls]).toEqual([
    before.finalRows,
    before.version,
    before.calls,
  ])
})
