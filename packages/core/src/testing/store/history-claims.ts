import type { CommitMessage } from '../../ledger/commit-message.ts'
import { runId } from '../../model/ids.ts'
import { claimEqual, claimRefused } from '../claims.ts'
import type { StoreClaim } from './store-fixtures.ts'
import { artifact, message, prompt, rules, swap, swapOn } from './store-fixtures.ts'

export const historyClaims: readonly StoreClaim[] = [
  [
    'reads every version that a branch held',
    async (store) => {
      await store.register(artifact(prompt, { n: '1' }), message('register prompt'))
      for (let version = 2; version <= 9; version++)
        await swap(store, artifact(prompt, { n: String(version) }, version))
      await store.promote(prompt, message('promote prompt'))
      for (let version = 1; version <= 9; version++) {
        const held = await store.readVersion('dev', prompt, version)
        claimEqual([held?.version, held?.state], [version, { n: String(version) }], `version ${version}`)
      }
      claimEqual((await store.readVersion('stable', prompt, 9))?.state, { n: '9' }, 'stable held 9')
      claimEqual(await store.readVersion('stable', prompt, 5), undefined, 'stable never held 5')
      claimEqual(await store.readVersion('dev', prompt, 10), undefined, 'version 10')
      claimEqual(await store.readVersion('dev', rules, 1), undefined, 'an unknown artifact')
    },
  ],
  [
    'an earlier view stays what it was',
    async (store) => {
      await store.register(artifact(prompt, { a: '1', b: '1' }), message('register prompt'))
      const { artifacts } = await store.read('dev')
      await swap(store, artifact(prompt, { b: '2' }, 2))
      claimEqual(
        [...artifacts.values()].map(({ state }) => state),
        [{ a: '1', b: '1' }],
        'the view',
      )
    },
  ],
  [
    'logs subject, body, trailers and versions, newest first',
    async (store) => {
      await store.register(artifact(prompt, {}), message('register prompt'))
      const said: CommitMessage = {
        subject: 'prompt: say "Ünïcode", p(improves) = 0.97',
        body: '  indented\r\n\r\nsecond: paragraph  \n\n',
        trailers: [
          ['Cards', 'l1 l2'],
          ['Cards', 'l3'],
          ['Verdict', 'accepted: yes'],
        ],
      }
      await store.compareAndSwap({
        branch: 'dev',
        writes: [{ artifact: artifact(prompt, { a: '1' }, 2), expected: 1 }],
        message: said,
      })
      const [newest, older, ...rest] = await store.log('dev', 2)
      claimEqual(newest?.message, { ...said, body: '  indented\n\nsecond: paragraph' }, 'the message')
      claimEqual(newest?.versions, new Map([[prompt, 2]]), 'the versions')
      claimEqual(newest?.commit, (await store.read('dev')).commit, 'the commit')
      claimEqual([older?.message.subject, rest.length], ['register prompt', 0], 'the limit')
    },
  ],
  [
    'keeps contract, blast radius and rendering, and takes on new ones of a known artifact',
    async (store) => {
      await store.register(
        { ...artifact(prompt, {}), contract: { major: 3 }, blastRadius: 0.25 },
        message('register'),
      )
      const rendering = {
        strategy: 'append-rules',
        options: { title: '# Title', extra: ['b', 'a'], most: 3 },
      }
      await store.register(
        { ...artifact(prompt, {}), contract: { major: 3 }, blastRadius: 0.25, rendering },
        message('register'),
      )
      const held = (await store.read('dev')).artifacts.get(prompt)
      claimEqual(held?.rendering, rendering, 'the rendering')
      claimEqual([held?.contract, held?.blastRadius], [{ major: 3 }, 0.25], 'the artifact')
    },
  ],
]

/** What a store has to do that keeps what steps came to; one that keeps artifacts only has nothing to show here. */
export const recordClaims: readonly StoreClaim[] = [
  [
    'keeps what steps came to, newest first, equal ones once, apart from the artifacts',
    async (store) => {
      if (store.record === undefined || store.records === undefined) return
      await store.register(artifact(prompt, { a: '1' }), message('register prompt'))
      const { commit } = await store.read('dev')
      const steps = [1, 2, 3].map((step) => ({
        run: runId('r'),
        step,
        reports: [],
        proposals: [],
        learnt: [],
      }))
      for (const step of [...steps, ...steps.slice(2)]) await store.record(step)
      claimEqual(
        (await store.records(9)).map(({ step }) => step),
        [3, 2, 1],
        'the steps',
      )
      claimEqual(
        (await store.records(2)).map(({ step }) => step),
        [3, 2],
        'the limit',
      )
      claimEqual((await store.read('dev')).commit, commit, 'the head of dev')
    },
  ],
]

export const endClaims: readonly StoreClaim[] = [
  [
    'refuses an unknown branch',
    async (store) => {
      await claimRefused(store.read('main'), 'unknown-branch', 'read')
      await claimRefused(store.log('main', 1), 'unknown-branch', 'log')
      await claimRefused(swapOn(store, 'main', artifact(prompt, {}, 1)), 'unknown-branch', 'swap')
    },
  ],
  [
    'refuses all use after close, and closes twice',
    async (store) => {
      await store.close()
      await store.close()
      await claimRefused(store.read('dev'), 'closed', 'read')
      await claimRefused(store.readVersion('dev', prompt, 1), 'closed', 'readVersion')
      await claimRefused(store.register(artifact(prompt, {}), message('register')), 'closed', 'register')
      await claimRefused(swap(store, artifact(prompt, {}, 1)), 'closed', 'swap')
      await claimRefused(store.promote(prompt, message('promote')), 'closed', 'promote')
      await claimRefused(store.log('dev', 1), 'closed', 'log')
    },
  ],
]
