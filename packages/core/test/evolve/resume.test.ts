import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { EvolutionResult } from '../../src/index.ts'
import { KilledRun, options } from './killed-run.ts'

/** What must be the same whenever a run was interrupted. */
function essence({
  calls,
  history,
  proposals,
  rollouts,
  state,
  stopReason,
  version,
}: EvolutionResult): unknown {
  const curve = curveOf(history)
  const ends = proposals.map(({ id, text, verdict }) => [id, text, verdict])
  return { calls, curve, ends, rollouts, state: [...state], stopReason, version }
}

function curveOf(history: EvolutionResult['history']): unknown {
  return history.map((round) => ({ ...round, elapsedMs: 0 }))
}

const whole = new KilledRun()
const uninterrupted = await whole.finished()
const LAST = whole.records.length

describe('a run that is killed', () => {
  test('has a journal of every kind of record', () => {
    const kinds = new Set(whole.records.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual(['answer', 'call', 'end', 'event', 'owner', 'run'])
    expect(uninterrupted.version).toBeGreaterThan(1)
  })

  test('goes on to the same result from every prefix of its journal, and asks nothing again whose answer is there', async () => {
    for (let records = 1; records <= LAST; records++) {
      const run = new KilledRun()
      await run.killedAfter(records)
      const inFlight = run.unanswered
      const result = await run.finished()
      expect(essence(result), `after ${records} records`).toEqual(essence(uninterrupted))
      expect(run.asked.length, `after ${records} records`).toBeLessThanOrEqual(whole.asked.length + inFlight)
      expect(run.asked.toSorted().filter((text, at, all) => all[at - 1] === text).length).toBeLessThanOrEqual(
        repeats(whole) + inFlight,
      )
    }
  }, 120_000)

  property.prop([fc.array(fc.nat({ max: LAST }), { minLength: 2, maxLength: 6 })], { numRuns: 25 })(
    'goes on however often it is killed',
    async (kills) => {
      const run = new KilledRun()
      for (const records of kills.toSorted((left, right) => left - right)) await run.killedAfter(records + 1)
      expect(essence(await run.finished())).toEqual(essence(uninterrupted))
    },
  )

  property.prop([fc.integer({ min: 0, max: 1_000_000 })], { numRuns: 30 })(
    'comes to the same whichever call answers first',
    async (seed) => {
      let turn = seed
      const slowly = async (): Promise<void> => {
        turn = (turn * 48_271 + 11) % 2_147_483_647
        for (let ticks = turn % 60; ticks > 0; ticks--) await Promise.resolve()
      }
      const { run, propose } = options()
      const slow = new KilledRun({
        run: async (...asked) => {
          await slowly()
          return run?.(...asked) ?? ''
        },
        propose: async (...asked) => {
          await slowly()
          return propose?.(...asked)
        },
      })
      expect(essence(await slow.finished())).toEqual(essence(uninterrupted))
    },
  )
})

describe('a run that had ended', () => {
  test('says so, asks nothing, and gives the result that it had', async () => {
    const run = new KilledRun()
    await run.finished()
    const asked = run.asked.length
    const records = run.records.length
    const again = await run.finished()
    expect(essence(again)).toEqual(essence(uninterrupted))
    expect(again.warnings.join()).toContain('The run had ended before (rounds), so nothing was done.')
    expect([run.asked.length, run.records.length]).toEqual([asked, records])
  })

  test('goes on when it is given more rounds, which are counted in all, and can be killed and resumed again', async () => {
    const run = new KilledRun()
    await run.finished()
    const longer = await run.finished({ rounds: 5 })
    expect(longer.history.map(({ round }) => round)).toEqual([0, 1, 2, 3, 4])
    expect(essence({ ...longer, history: longer.history.slice(0, 3) })).toMatchObject({
      curve: curveOf(uninterrupted.history),
    })
    const asked = run.asked.length
    const again = await run.finished({ rounds: 5 })
    expect(essence(again)).toEqual(essence(longer))
    expect(run.asked.length).toBe(asked)
    expect(again.warnings.join()).toContain('The run had ended before')
  })

  test.each([
    ['max-calls', { maxCalls: 30 }, { maxCalls: 300 }],
    ['max-rollouts', { maxRollouts: 3 }, { maxRollouts: 300 }],
    ['target-reward', { targetReward: 0.2 }, { targetReward: 1 }],
    ['patience', { patience: 1 }, { patience: 50 }],
  ] as const)('goes on when %s is raised, and not before', async (stopReason, low, high) => {
    const run = new KilledRun({ rounds: 8, stop: low })
    const first = await run.finished()
    expect(first.stopReason).toBe(stopReason)
    const asked = run.asked.length
    const over = await run.finished({ rounds: 9 })
    expect(over.warnings.join()).toContain(`nothing was done. Raise stop.${Object.keys(high)[0]} to go on.`)
    expect(run.asked.length).toBe(asked)
    const more = await run.finished({ stop: high })
    expect(more.history.length).toBeGreaterThan(first.history.length)
    const once = run.asked.length
    expect(essence(await run.finished({ stop: high }))).toEqual(essence(more))
    expect(run.asked.length).toBe(once)
  })
})

/** Questions that one process asks more than once: a task that is tried again on the same text. */
function repeats({ asked }: KilledRun): number {
  return asked.toSorted().filter((text, at, all) => all[at - 1] === text).length
}
