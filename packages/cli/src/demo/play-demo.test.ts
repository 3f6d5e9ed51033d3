import { MemoryStore, rateOf } from '@agentdescent/core'
import { describe, expect, test } from 'vitest'
import { customerRecords, oneField } from './customer-records.ts'
import type { DemoReport, PromptRun } from './demo-report.ts'
import { type Landscape, tasksOf } from './landscape.ts'
import { playDemo } from './play-demo.ts'
import { onePrompt } from './rule-sheet.ts'

const played = new Map<string, Promise<DemoReport>>()

/** A seed decides everything, so that each is played once. */
function play(landscape: Landscape, seed: number): Promise<DemoReport> {
  const name = `${landscape.name} ${seed}`
  const known = played.get(name)
  if (known !== undefined) return known
  const { signal } = new AbortController()
  const report = playDemo({ landscape, seed, signal, openLedger: async () => new MemoryStore() })
  played.set(name, report)
  return report
}

const solvedIn = (run: PromptRun | undefined): number => (run === undefined ? Number.NaN : rateOf(run.after))

const SEEDS = [0, 1, 2, 3, 4]

describe('twelve fields', () => {
  test.each(SEEDS)('seed %d: edits to different keys are fused, and no fork learns as much', async (seed) => {
    const { merged, forks, comparison } = await play(customerRecords, seed)
    expect(comparison?.fusions).toBeGreaterThan(1)
    for (const fork of forks) expect(rateOf(fork.after)).toBeLessThan(rateOf(merged.after))
    expect(comparison?.advantage).toBeGreaterThan(0.2)
  })

  test('the default seed shows a conflict, a fusion and a refusal, each with its figures', async () => {
    const { merged } = await play(customerRecords, 1)
    expect(merged.rounds.some(({ conflicts }) => conflicts > 0)).toBe(true)
    expect(merged.rounds.some(({ merge }) => (merge?.joined ?? 0) > 1)).toBe(true)
    const refused = merged.rounds.filter(({ merge }) => merge?.outcome === 'below-threshold')
    expect(refused).not.toEqual([])
    for (const { merge } of refused) expect(merge?.probability).toBeLessThanOrEqual(merge?.threshold ?? 0)
    const dropped = merged.lost.filter(({ verdict }) => verdict === 'conflict-dropped')
    for (const { text, keptInstead, reason } of dropped) {
      expect(keptInstead?.split(':')[0]).toBe(text.split(':')[0])
      expect(keptInstead).not.toBe(text)
      expect(reason).toContain(JSON.stringify(text.split(':')[0]))
    }
  })

  test.each(SEEDS)('seed %d: the head is what the gate let through, round after round', async (seed) => {
    const { merged } = await play(customerRecords, seed)
    let head = merged.before
    for (const round of merged.rounds) {
      if (round.merge?.before !== undefined) expect(round.merge.before).toEqual(head)
      expect(round.head).toEqual(round.merge?.outcome === 'committed' ? round.merge.after : head)
      head = round.head
    }
    expect(merged.after).toEqual(head)
  })
})

describe('twelve sentences of one prompt', () => {
  test.each(SEEDS)(
    'seed %d: sentences of different workers survive, and whole texts do not',
    async (seed) => {
      const { prompt } = await play(customerRecords, seed)
      expect(prompt?.merged.joined).toBeGreaterThan(1)
      expect(prompt?.firstMerge.length).toBeGreaterThan(1)
      expect(prompt?.whole).toMatchObject({ joined: 0, merges: prompt?.merged.merges })
      expect(solvedIn(prompt?.merged)).toBeGreaterThan(solvedIn(prompt?.whole) + 0.2)
    },
  )

  test('both readings of a field change its own sentence alone', () => {
    const sheet = onePrompt(customerRecords)
    const start = sheet.strategy.render(sheet.strategy.initial())
    const cases = customerRecords.fields.flatMap((field) =>
      [field.right, field.tempting].map((reading) => ({ field, reading })),
    )
    for (const { field, reading } of cases) {
      const next = sheet.proposal(field, reading, start)
      expect(sheet.readingOf(field, next)).toBe(reading)
      expect(sheet.proposal(field, field.right, next)).toBe(sheet.proposal(field, field.right, start))
      const read = customerRecords.fields.filter((other) => sheet.readingOf(other, next) !== undefined)
      expect(read).toEqual([field])
    }
  })
})

describe('one field', () => {
  test.each(SEEDS)('seed %d: nothing is fused, and the report says why', async (seed) => {
    const { merged, comparison, prompt } = await play(oneField, seed)
    expect(prompt).toBeUndefined()
    expect(merged.rounds.map(({ merge }) => merge?.joined ?? 0)).toEqual(merged.rounds.map(() => 0))
    expect(comparison).toMatchObject({ fusions: 0, advantage: 0 })
    expect(comparison?.reason).toContain('every proposal writes the same key "amount"')
  })
})

test('the forks share the rollouts of the merged run, and every run has a ledger of its own', async () => {
  const ledgers: string[] = []
  const { merged, forks, workers } = await playDemo({
    landscape: customerRecords,
    seed: 3,
    signal: new AbortController().signal,
    openLedger: async (name) => {
      ledgers.push(name)
      return new MemoryStore()
    },
  })
  expect(forks.map(({ rollouts }) => rollouts)).toEqual(
    forks.map(() => Math.floor(merged.rollouts / workers)),
  )
  expect(forks.map(({ seed }) => seed)).toEqual(Array.from({ length: workers }, (_, fork) => 4000 + fork))
  expect(new Set(ledgers).size).toBe(ledgers.length)
  expect(ledgers).toHaveLength(workers + 3)
})

test('an interrupted demo keeps what it reached and plays no forks', async () => {
  const controller = new AbortController()
  const stores: MemoryStore[] = []
  const { interrupted, forks, merged, artifact } = await playDemo({
    landscape: customerRecords,
    seed: 1,
    signal: controller.signal,
    openLedger: async () => {
      const store = new MemoryStore()
      stores.push(store)
      const swap = store.compareAndSwap.bind(store)
      store.compareAndSwap = async (request) => {
        const swapped = await swap(request)
        if (artifactVersionOf(request) === 3) controller.abort()
        return swapped
      }
      return store
    },
  })
  expect({ interrupted, forks, stopReason: merged.stopReason }).toEqual({
    interrupted: true,
    forks: [],
    stopReason: 'aborted',
  })
  expect(artifact.version).toBe(3)
  expect(stores).toHaveLength(1)
})

function artifactVersionOf({ writes }: Parameters<MemoryStore['compareAndSwap']>[0]): number | undefined {
  return writes[0]?.artifact.version
}

test.each(customerRecords.fields)(
  'the tempting rule for $name explains a training value and spoils a held-out one',
  (field) => {
    const { training, heldOut } = tasksOf({ name: 'one', fields: [field] })
    const fits = ({ meta }: (typeof training)[number]): boolean =>
      field.tempting.apply(meta.value) === meta.expected
    expect(training.some(fits)).toBe(true)
    expect(heldOut.every(fits)).toBe(false)
  },
)
