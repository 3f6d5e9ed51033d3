import { expect, test } from 'vitest'
import {
  adaptiveTrustRegion,
  appendRules,
  evolve,
  MemoryStore,
  rebuildFromHistory,
  survival,
  tallyOf,
} from '../../src/index.ts'
import type { EvolutionResult, EvolveOptions } from '../../src/index.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'

const tasks = Array.from({ length: 24 }, (_, at) => ({ id: `t${at}`, prompt: `say word${at % 6}` }))

/** Every task wants its word among the rules; every third proposal is a rule that spoils all answers. */
function options(store: MemoryStore): EvolveOptions {
  let asked = 0
  return {
    tasks,
    ledger: store,
    clock: new VirtualClock(),
    strategy: appendRules(),
    run: async (rendered) => {
      await new Promise((resolve) => setImmediate(resolve))
      return rendered
    },
    reward: ({ prompt }, output) => (output.includes(prompt.slice(4)) && !output.includes('spoil') ? 1 : 0),
    propose: ({ task }) => {
      asked += 1
      return asked % 3 === 0 ? `spoil ${asked}` : task.prompt.slice(4)
    },
    policies: { promotion: survival({ rounds: 3 }) },
    merge: { trustRegion: { adaptive: { window: 3 } } },
    rounds: 5,
    workers: 4,
  }
}

async function rebuilt(store: MemoryStore) {
  return rebuildFromHistory({
    commits: await store.log('dev', 1_000),
    steps: await store.records(1_000),
  })
}

test('posteriors and refused edits follow from the history as the live run ended with them', async () => {
  const store = new MemoryStore()
  const result = await evolve(options(store))
  const { posteriors, refused, proposals } = await rebuilt(store)
  expect(result.outcomes().committed).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  expect(posteriors.get(result.artifact)).toEqual(tallyOf(result.finalRows))
  expect(byLease(proposals)).toEqual(byLease(result.proposals.filter(({ verdict }) => verdict !== 'pending')))
  expect(byLease(refused)).toEqual(
    byLease(result.proposals.filter(({ verdict }) => !['committed', 'pending'].includes(verdict))),
  )
})

test('trust, trust region and promotion clocks follow from it as an uninterrupted run goes on with them', async () => {
  const [store, promotion] = [new MemoryStore(), survival({ rounds: 30 })]
  const result = await evolve({ ...options(store), policies: { promotion } })
  const { learnt } = await rebuilt(store)
  const stateOf = (part: string) => learnt.find((one) => one.part === part)?.state
  expect(stateOf('policies.promotion')).toEqual(promotion.state?.())
  const [trust] = [stateOf('audit')].flat()
  expect(trust).toEqual([result.artifact, expect.any(Number), expect.any(String)])
  const region = adaptiveTrustRegion({ window: 3 })
  region.observe(result.reports)
  expect(stateOf('merge.trustRegion')).toEqual(region.state())
})

test('a later run on the ledger goes on from there', async () => {
  const store = new MemoryStore()
  const [first, second] = [survival({ rounds: 30 }), survival({ rounds: 30 })]
  await evolve({ ...options(store), policies: { promotion: first } })
  await evolve({ ...options(store), policies: { promotion: second }, rounds: 1 })
  const clock = (rule: typeof first): unknown => [rule.state?.()].flat(2)[1]
  expect(Number(clock(second))).toBeGreaterThan(Number(clock(first)))
})

test('a rule of other settings begins anew', async () => {
  const store = new MemoryStore()
  await evolve({ ...options(store), policies: { promotion: survival({ rounds: 30 }) } })
  const other = survival({ rounds: 29 })
  await evolve({ ...options(store), policies: { promotion: other }, rounds: 1 })
  expect(Number([other.state?.()].flat(2)[1] ?? 0)).toBeLessThanOrEqual(2)
})

test('a proposer hears what earlier runs on the ledger have proposed for its task', async () => {
  const store = new MemoryStore()
  const first = await evolve({ ...options(store), rounds: 1 })
  const heard: (readonly string[])[] = []
  await evolve({
    ...options(store),
    rounds: 1,
    policies: {
      proposal: {
        name: 'listening',
        propose: async ({ ask, history }) => {
          heard.push(history)
          const draft = await ask()
          return draft === undefined ? [] : [draft]
        },
      },
    },
  })
  const texts = new Set(first.proposals.map(({ text }) => text))
  expect(heard.flat().some((text) => texts.has(text))).toBe(true)
})

function byLease(proposals: EvolutionResult['proposals']): EvolutionResult['proposals'] {
  return proposals.toSorted((left, right) => (left.lease < right.lease ? -1 : 1))
}
