import { expect, test } from 'vitest'
import { evolve, LedgerError, MemoryStore, type RunJournal, type RunJournals } from '../../src/index.ts'
import { MemoryJournals } from '../../src/testing/journal/memory-journals.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import { options } from './killed-run.ts'

const broken = (what: string): LedgerError =>
  new LedgerError({ code: 'io', message: `The disk failed: ${what}.` })

/** Plays the run on a journal that is as `make` makes it. */
function played(make: (journal: RunJournal) => Partial<RunJournal>) {
  const own = new MemoryJournals()
  const journals: RunJournals = {
    list: () => own.list(),
    open: async (name) => {
      const journal = await own.open(name)
      return { ...journal, ...make(journal) }
    },
  }
  return evolve({ ...options(), ledger: new MemoryStore(), journals, clock: new VirtualClock() })
}

test('a journal that fails when it is closed leaves the result, and what failed', async () => {
  const whole = await played(() => ({}))
  const result = await played((journal) => ({
    close: async () => {
      await journal.close()
      throw broken('close')
    },
  }))
  expect(whole.error).toBeUndefined()
  expect([result.stopReason, result.error]).toEqual(['error', broken('close')])
  expect([result.calls, result.finalReward, result.rendered]).toEqual([
    whole.calls,
    whole.finalReward,
    whole.rendered,
  ])
})

test('a journal that fails before and again when it is closed tells of the first failure', async () => {
  let settlements = 0
  const result = await played((journal) => ({
    settled: async () => {
      if (++settlements > 20) throw broken('settle')
      await journal.settled()
    },
    close: async () => {
      throw broken('close')
    },
  }))
  expect([result.stopReason, result.error]).toEqual(['error', broken('settle')])
})
