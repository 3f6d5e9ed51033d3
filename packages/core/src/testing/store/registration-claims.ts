import { claimEqual, claimRefused } from '../claims.ts'
import type { StoreClaim } from './store-fixtures.ts'
import { artifact, contents, message, prompt, rules, subjects, swap } from './store-fixtures.ts'

export const registrationClaims: readonly StoreClaim[] = [
  [
    'begins with two empty branches',
    async (store) => {
      for (const branch of ['dev', 'stable']) {
        claimEqual((await store.read(branch)).artifacts.size, 0, `${branch} is empty`)
        claimEqual(await subjects(store, branch), ['genesis'], `${branch} has one commit`)
      }
    },
  ],
  [
    'registers version 1 on both branches',
    async (store) => {
      await store.register({ ...artifact(prompt, { a: '1' }), version: 7 }, message('register prompt'))
      for (const branch of ['dev', 'stable'])
        claimEqual(await contents(store, branch), { prompt: [1, { a: '1' }] }, branch)
    },
  ],
  [
    'registering a known artifact changes no state',
    async (store) => {
      await store.register(artifact(prompt, { a: '1' }), message('register prompt'))
      await swap(store, artifact(prompt, { a: '2' }, 2))
      const before = (await store.read('dev')).commit
      await store.register(artifact(prompt, { a: '9' }), message('register prompt'))
      claimEqual(await contents(store, 'dev'), { prompt: [2, { a: '2' }] }, 'dev')
      claimEqual((await store.read('dev')).commit, before, 'no commit is made')
    },
  ],
  [
    'registering under a new contract keeps the state and lets the new major commit',
    async (store) => {
      await store.register(artifact(prompt, { a: '1' }), message('register prompt'))
      const next = { ...artifact(prompt, { a: '2' }, 2), contract: { major: 2 } }
      await claimRefused(swap(store, next), 'contract-rejected', 'another major is refused')
      await store.register({ ...artifact(prompt, {}), contract: { major: 2 } }, message('register major 2'))
      claimEqual(await contents(store, 'dev'), { prompt: [1, { a: '1' }] }, 'state and version stay')
      claimEqual((await swap(store, next)).outcome, 'swapped', 'the new major commits')
    },
  ],
  [
    'registers on stable what dev knew alone',
    async (store) => {
      await swap(store, artifact(prompt, { a: '1' }, 1))
      await store.register(artifact(prompt, { a: '9' }), message('register prompt'))
      claimEqual(await contents(store, 'stable'), { prompt: [1, { a: '1' }] }, "stable holds dev's version 1")
    },
  ],
]

export const promotionClaims: readonly StoreClaim[] = [
  [
    "promotion puts dev's state on stable under dev's version",
    async (store) => {
      await store.register(artifact(prompt, { a: '1' }), message('register prompt'))
      await swap(store, artifact(prompt, { a: '2' }, 2))
      await swap(store, artifact(prompt, { a: '3' }, 3))
      claimEqual(await store.promote(prompt, message('promote prompt')), 3, 'the version')
      claimEqual(await contents(store, 'stable'), { prompt: [3, { a: '3' }] }, 'stable')
      claimEqual(await subjects(store, 'stable'), ['promote prompt', 'register prompt', 'genesis'], 'stable')
    },
  ],
  [
    'promotion leaves other artifacts where stable has them',
    async (store) => {
      await store.register(artifact(prompt, {}), message('register prompt'))
      await store.register(artifact(rules, {}), message('register rules'))
      await swap(store, artifact(prompt, { a: '2' }, 2), artifact(rules, { b: '2' }, 2))
      await store.promote(rules, message('promote rules'))
      claimEqual(await contents(store, 'stable'), { prompt: [1, {}], rules: [2, { b: '2' }] }, 'stable')
    },
  ],
  [
    'promoting twice makes one commit',
    async (store) => {
      await store.register(artifact(prompt, {}), message('register prompt'))
      await swap(store, artifact(prompt, { a: '2' }, 2))
      await store.promote(prompt, message('promote prompt'))
      const { commit } = await store.read('stable')
      claimEqual(await store.promote(prompt, message('promote prompt')), 2, 'the version')
      claimEqual((await store.read('stable')).commit, commit, "stable's head")
    },
  ],
  [
    'promoting what dev does not know does nothing',
    async (store) => {
      claimEqual(await store.promote(prompt, message('promote prompt')), undefined, 'the version')
      claimEqual(await subjects(store, 'stable'), ['genesis'], 'stable')
    },
  ],
]
