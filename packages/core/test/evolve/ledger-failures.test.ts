import { describe, expect, test } from 'vitest'
import { evolve, LedgerError, type RunEvent, type Scheduler, serial, synchronous } from '../../src/index.ts'
import { type FailingStore, failingStore } from './failing-store.ts'
import { goldenRun } from './golden-options.ts'

const schedulers: readonly [name: string, make: () => Scheduler][] = [
  ['synchronous', () => synchronous({ rounds: 5 })],
  ['serial', () => serial({ rounds: 5 })],
]

const broken = (): Error => new LedgerError({ code: 'io', message: 'The disk is full.' })

/** Plays the golden run; returns the result, and every event of it. */
async function played(store: FailingStore, make: () => Scheduler) {
  const { calls, options } = goldenRun(store)
  const events: RunEvent[] = []
  const result = await evolve({ ...options, scheduler: make(), onEvent: (event) => events.push(event) })
  return { result, calls, events }
}

describe.each(schedulers)('a ledger under %s', (_name, make) => {
  test('that fails once, at whichever call, costs no measurement; only the first two calls cost the run', async () => {
    const clean = failingStore(() => undefined)
    await played(clean, make)
    for (let at = 1; at <= clean.calls; at++) {
      const { result, calls } = await played(
        failingStore((call) => (call === at ? broken() : undefined)),
        make,
      )
      const where = `call ${at} of ${clean.calls}`
      expect(result.calls, where).toBe(calls.run + calls.propose)
      if (result.error === undefined) {
        expect([result.finalReward, result.stopReason], where).toEqual([1, 'rounds'])
        expect(result.outcomes()['committed'], where).toBe(1)
      } else {
        expect([result.error, result.stopReason], where).toEqual([broken(), 'error'])
        expect(at, where).toBeLessThanOrEqual(2)
      }
    }
  })

  test('that fails for good, from whichever call, ends the run with what it has', async () => {
    const clean = failingStore(() => undefined)
    const { result: whole } = await played(clean, make)
    for (let from = 1; from <= clean.calls; from++) {
      const store = failingStore((call) => (call >= from ? broken() : undefined))
      const { result, calls, events } = await played(store, make)
      const where = `from call ${from} of ${clean.calls}`
      expect(result.calls, where).toBe(calls.run + calls.propose)
      expect(events.at(-1)?.type, where).toBe('run-end')
      if (result.error === undefined) {
        // The last call only reads the head once more, and what was seen before stands for it.
        const isPublished = from === clean.calls
        expect(result.warnings.join().includes('not published to stable'), where).toBe(!isPublished)
        expect(result.history, where).toEqual(whole.history)
        continue
      }
      expect([result.error, result.stopReason], where).toEqual([broken(), 'error'])
      const begun = events.filter(({ type }) => type === 'round-start').length
      expect(begun, where).toBeLessThanOrEqual(result.history.length + 3)
      const committed = events.some(
        (event) => event.type === 'merge-end' && event.report.outcome === 'committed',
      )
      expect([result.version, result.finalReward ?? 0], where).toEqual(committed ? [2, 1] : [1, 0])
    }
  })
})

test("a store's own error is a ledger failure too, and the original is its cause", async () => {
  const cause = new Error('EIO: i/o error')
  const { result } = await played(
    failingStore((call) => (call > 4 ? cause : undefined)),
    () => synchronous({ rounds: 20 }),
  )
  expect(result.error).toBeInstanceOf(LedgerError)
  expect(result.error).toMatchObject({ code: 'io', kind: 'ledger', cause })
  expect(String(result.error)).toContain('EIO: i/o error')
})

test('a store that throws before it returns a promise is a ledger failure', async () => {
  const store = failingStore(() => undefined)
  const { options } = goldenRun({
    ...store,
    read: () => {
      throw new TypeError('not open')
    },
  })
  const result = await evolve(options)
  expect(result.error).toMatchObject({ code: 'io', kind: 'ledger' })
})
