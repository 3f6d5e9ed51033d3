import { expect, test } from 'vitest'
import { evolve, type EvolutionResult, MemoryStore, type RunJournals } from '../../src/index.ts'
import { MemoryJournals } from '../../src/testing/journal/memory-journals.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import { options } from './killed-run.ts'

/** Starts a run for each seed before any has come to its first record. */
async function atOnce(seeds: readonly number[], journals: RunJournals): Promise<readonly EvolutionResult[]> {
  const ledger = new MemoryStore()
  return Promise.all(
    seeds.map((seed) =>
      evolve({ ...options(), seed, rounds: 1, ledger, journals, clock: new VirtualClock() }),
    ),
  )
}

test('runs that begin at once on a fresh ledger have a journal each', async () => {
  const journals = new MemoryJournals()
  const results = await atOnce([1, 2, 3], journals)
  expect(results.map(({ stopReason }) => stopReason)).toEqual(['rounds', 'rounds', 'rounds'])
  expect((await journals.list()).map(({ name }) => name).toSorted()).toEqual([
    'artifact',
    'artifact-2',
    'artifact-3',
  ])
})

test('one run that is begun twice at once has one owner, and the other is told so', async () => {
  const journals = new MemoryJournals()
  const settled = await Promise.allSettled([atOnce([1], journals), atOnce([1], journals)])
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'locked' } })
  expect(await journals.list()).toHaveLength(1)
})

test('a name whose journal began after the names were read is not written to', async () => {
  const journals = new MemoryJournals()
  await atOnce([1], journals)
  const [first] = await journals.list()
  let lists = 0
  const late: RunJournals = {
    // As if the first run had begun and ended right after.
    list: async () => (lists++ === 0 ? [] : journals.list()),
    open: (name) => journals.open(name),
  }
  await atOnce([2], late)
  const names = (await journals.list()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['artifact', 'artifact-2'])
  expect((await journals.list()).find(({ name }) => name === 'artifact')).toEqual(first)
})

test('a run that never comes to its first record keeps its name, and the other is told who has it', async () => {
  const journals = new MemoryJournals()
  await journals.open('artifact')
  await expect(atOnce([1], journals)).rejects.toMatchObject({ code: 'locked' })
})
