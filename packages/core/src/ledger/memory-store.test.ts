import { expect, test } from 'vitest'
import { storeContract } from '../testing/store-contract.ts'
import * as wrongStores from '../testing/wrong/stores.ts'
import { MemoryStore } from './memory-store.ts'

test.each(storeContract())('the memory store $name', ({ run }) => run(async () => new MemoryStore()))

test.each(Object.entries(wrongStores))('the store suite rejects %s', async (_, WrongStore) => {
  const failed = await Promise.allSettled(storeContract().map(({ run }) => run(async () => new WrongStore())))
  expect(failed.filter(({ status }) => status === 'rejected')).not.toEqual([])
})
