import type { LedgerStore } from '../ledger/store.ts'
import { claimEqual } from './claims.ts'
import { endClaims, historyClaims, recordClaims } from './store/history-claims.ts'
import { promotionClaims, registrationClaims } from './store/registration-claims.ts'
import type { StoreClaim } from './store/store-fixtures.ts'
import { artifact, contents, message, prompt, rules, subjects, swap } from './store/store-fixtures.ts'
import { swapClaims } from './store/swap-claims.ts'
import { textClaims } from './store/text-claims.ts'

/** One claim that holds for every store; `run` throws when it does not. */
export interface StoreCheck {
  readonly name: string
  /** `open` gives a fresh store at each call; the check closes what it opens. */
  readonly run: (open: () => Promise<LedgerStore>) => Promise<void>
}

/** Returns every claim that a store must meet. */
export function storeContract(): readonly StoreCheck[] {
  const claims = [
    ...registrationClaims,
    ...swapClaims,
    ...promotionClaims,
    ...historyClaims,
    ...recordClaims,
    ...textClaims,
    ...endClaims,
  ]
  return claims.map(([name, claim]) => ({ name, run: (open) => withStore(open, claim) }))
}

/** Returns what a store must meet whose content outlives it; here every `open` of one check opens the same place. */
export function durableStoreContract(): readonly StoreCheck[] {
  return [
    {
      name: 'a store opened again has the heads, versions and log that were there',
      run: async (open) => {
        await withStore(open, async (store) => {
          await store.register(artifact(prompt, { a: '1' }), message('register prompt'))
          await store.register({ ...artifact(rules, {}), contract: { major: 4 } }, message('register rules'))
          await swap(store, artifact(prompt, { a: '2', b: '2' }, 2))
          await store.promote(prompt, message('promote prompt'))
          await swap(store, artifact(prompt, { b: '3' }, 3))
        })
        await withStore(open, async (store) => {
          claimEqual(await contents(store, 'dev'), { prompt: [3, { b: '3' }], rules: [1, {}] }, 'dev')
          claimEqual(
            await contents(store, 'stable'),
            { prompt: [2, { a: '2', b: '2' }], rules: [1, {}] },
            'stable',
          )
          claimEqual((await store.readVersion('dev', prompt, 1))?.state, { a: '1' }, 'version 1')
          claimEqual((await store.read('dev')).artifacts.get(rules)?.contract, { major: 4 }, 'the contract')
          claimEqual((await subjects(store, 'dev')).length, 5, 'commits of dev')
        })
      },
    },
    {
      name: 'a store opened again goes on counting',
      run: async (open) => {
        for (let version = 1; version <= 4; version++)
          await withStore(open, async (store) => {
            const result = await swap(store, artifact(prompt, { n: String(version) }, version))
            claimEqual(result.outcome, 'swapped', `version ${version}`)
          })
      },
    },
  ]
}

async function withStore(open: () => Promise<LedgerStore>, claim: StoreClaim[1]): Promise<void> {
  const store = await open()
  try {
    await claim(store)
  } finally {
    await store.close()
  }
}
