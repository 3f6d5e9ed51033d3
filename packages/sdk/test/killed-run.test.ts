import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGitStore, readRunJournals } from '../src/index.ts'
import { LoopbackModel } from './loopback-model.ts'
import { inScratch } from './storm/ledger-fixture.ts'
import { journalOf, runChild } from './storm/resume-fixture.ts'

const ROUNDS = 5

test('kill -9 mid-run, then resume: the head is kept, the remaining rounds are played, and no lease is left', async () => {
  await inScratch(async (scratch) => {
    let asked = 0
    let isHeld = true
    let onHeld = (): void => undefined
    const held = new Promise<void>((resolve) => {
      onHeld = resolve
    })
    const ledger = join(scratch, 'ledger')
    // The model falls silent once the run has committed and is in the middle of rollouts.
    const isMidRound = (): boolean => roundsIn(ledger) === 2 && openLeases(ledger).length > 0
    await using model = await LoopbackModel.start({
      takesMs: () => (isHeld && isMidRound() ? 60_000 : 0),
      onRequest: () => {
        asked++
        if (isHeld && isMidRound()) onHeld()
      },
    })
    const settings = { baseUrl: model.baseUrl, ledger, rounds: ROUNDS, workers: 3, cases: 1 }
    const killed = await runChild(settings, (process) => void held.then(() => process.kill('SIGKILL')))
    expect(killed).toBeUndefined()
    const [before, asks] = [await commitsOf(ledger), asked]
    expect([roundsIn(ledger), openLeases(ledger).length > 0]).toEqual([2, true])
    expect(before.length).toBeGreaterThan(1)

    isHeld = false
    const end = await runChild(settings)
    expect([end?.error, end?.stopReason, end?.rewards.length]).toEqual([null, 'rounds', ROUNDS])
    const after = await commitsOf(ledger)
    expect(after.slice(after.length - before.length)).toEqual(before)
    expect([roundsIn(ledger), openLeases(ledger)]).toEqual([ROUNDS, []])
    expect(asked).toBeGreaterThan(asks)
  })
})

test('two different runs that start at once on a fresh ledger both get to their end', async () => {
  await inScratch(async (scratch) => {
    const ledger = join(scratch, 'ledger')
    await using model = await LoopbackModel.start()
    const settings = { baseUrl: model.baseUrl, ledger, rounds: 2, cases: 1 }
    const ends = await Promise.all([1, 2, 3].map((workers) => runChild({ ...settings, workers })))
    expect(ends.map((end) => [end?.error, end?.stopReason])).toEqual(ends.map(() => [null, 'rounds']))
    expect((await readRunJournals(ledger)).length).toBe(ends.length)
  })
})

/** Returns the commits of `dev`, the head first. */
async function commitsOf(ledger: string): Promise<readonly string[]> {
  const store = await openGitStore(ledger)
  try {
    return (await store.log('dev', 1000)).map(({ commit }) => commit)
  } finally {
    await store.close()
  }
}

function roundsIn(ledger: string): number {
  return eventsIn(ledger).filter((key) => key.startsWith('round-end ')).length
}

/** Returns the leases whose rollout has come to no outcome. */
function openLeases(ledger: string): readonly string[] {
  const about = (kinds: readonly string[]): readonly string[] =>
    eventsIn(ledger).flatMap((key) => {
      const [kind = '', lease = ''] = key.split(' ')
      return kinds.includes(kind) ? [lease] : []
    })
  const settled = new Set(about(['rollout-end', 'rollout-failure']))
  return about(['lease']).filter((lease) => !settled.has(lease))
}

function eventsIn(ledger: string): readonly string[] {
  return journalOf(ledger).flatMap((record) => (record.kind === 'event' ? [record.key] : []))
}
