import { claimEqual, claimRefused } from '../claims.ts'
import type { StoreClaim } from './store-fixtures.ts'
import { artifact, contents, message, prompt, rules, swap, swapOn } from './store-fixtures.ts'

export const swapClaims: readonly StoreClaim[] = [
  [
    'a swap needs the version that the head has',
    async (store) => {
      await store.register(artifact(prompt, { a: '1' }), message('register prompt'))
      claimEqual((await swap(store, artifact(prompt, { a: '2' }, 2))).outcome, 'swapped', 'the head is 1')
      claimEqual((await swap(store, artifact(prompt, { a: '3' }, 2))).outcome, 'conflict', 'a lost race')
      claimEqual(
        (await swap(store, artifact(prompt, { a: '3' }, 6))).outcome,
        'conflict',
        'a base from the future',
      )
      claimEqual(await contents(store, 'dev'), { prompt: [2, { a: '2' }] }, 'nothing was written')
    },
  ],
  [
    'a conflict names the head',
    async (store) => {
      await store.register(artifact(prompt, { a: '1' }), message('register prompt'))
      claimEqual(
        await swap(store, artifact(prompt, { a: '2' }, 9)),
        { outcome: 'conflict', head: new Map([[prompt, 1]]) },
        'the result',
      )
    },
  ],
  [
    'an unknown artifact is at version 0',
    async (store) => {
      await swap(store, artifact(prompt, { a: '1' }, 1))
      claimEqual(await contents(store, 'dev'), { prompt: [1, { a: '1' }] }, 'dev')
      claimEqual(await contents(store, 'stable'), {}, 'stable')
    },
  ],
  [
    'several artifacts land in one commit, or none does',
    async (store) => {
      await store.register(artifact(prompt, {}), message('register prompt'))
      await store.register(artifact(rules, {}), message('register rules'))
      const both = [artifact(prompt, { a: '1' }, 2), artifact(rules, { b: '1' }, 2)] as const
      await swap(store, ...both)
      claimEqual(
        (await swap(store, both[0], artifact(rules, { b: '2' }, 3))).outcome,
        'conflict',
        'prompt is stale',
      )
      claimEqual(
        await contents(store, 'dev'),
        { prompt: [2, { a: '1' }], rules: [2, { b: '1' }] },
        'dev holds the first commit',
      )
      claimEqual(
        (await store.log('dev', 1))[0]?.versions,
        new Map([
          [prompt, 2],
          [rules, 2],
        ]),
        'one commit',
      )
    },
  ],
  [
    'several artifacts are refused together when one brings another contract major',
    async (store) => {
      await store.register(artifact(prompt, {}), message('register prompt'))
      await store.register(artifact(rules, {}), message('register rules'))
      const broken = { ...artifact(rules, { b: '1' }, 2), contract: { major: 2 } }
      const both = swap(store, artifact(prompt, { a: '1' }, 2), broken)
      await claimRefused(both, 'contract-rejected', 'the second one is of another major')
      claimEqual(await contents(store, 'dev'), { prompt: [1, {}], rules: [1, {}] }, 'nothing was written')
    },
  ],
  [
    'swaps that are asked for together are each answered as if they had come alone',
    async (store) => {
      await store.register(artifact(prompt, {}), message('register prompt'))
      const asked = [
        swap(store, artifact(prompt, { a: '1' }, 2)),
        swap(store, artifact(rules, { b: '1' }, 1)),
        swap(store, artifact(prompt, { a: 'late' }, 2)),
        swap(store, artifact(prompt, { a: '2' }, 3)),
      ]
      const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome)
      claimEqual(outcomes, ['swapped', 'swapped', 'conflict', 'swapped'], 'the answers')
      claimEqual(await contents(store, 'dev'), { prompt: [3, { a: '2' }], rules: [1, { b: '1' }] }, 'dev')
    },
  ],
  [
    'one commit never lists an artifact twice',
    async (store) => {
      const twice = swap(store, artifact(prompt, { a: '1' }, 1), artifact(prompt, { a: '2' }, 1))
      await claimRefused(twice, 'duplicate-artifact', 'refused')
      claimEqual(await contents(store, 'dev'), {}, 'nothing was written')
    },
  ],
  [
    'of many swaps at once on one version, one lands',
    async (store) => {
      await store.register(artifact(prompt, {}), message('register prompt'))
      const racers = Array.from({ length: 12 }, (_, index) => artifact(prompt, { winner: String(index) }, 2))
      const results = await Promise.all(racers.map((racer) => swap(store, racer)))
      const winners = results.flatMap(({ outcome }, index) => (outcome === 'swapped' ? [index] : []))
      claimEqual(winners.length, 1, 'winners')
      claimEqual(await contents(store, 'dev'), { prompt: [2, { winner: String(winners[0]) }] }, 'dev')
    },
  ],
  [
    "a swap on stable keeps the version, which is dev's",
    async (store) => {
      await store.register(artifact(prompt, { a: '1' }), message('register prompt'))
      await swapOn(store, 'stable', artifact(prompt, { a: 'mended' }, 2))
      claimEqual(await contents(store, 'stable'), { prompt: [1, { a: 'mended' }] }, 'stable')
      claimEqual(await contents(store, 'dev'), { prompt: [1, { a: '1' }] }, 'dev')
    },
  ],
]
