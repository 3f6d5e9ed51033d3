import { expect, test } from 'vitest'
import { failedChecks } from '../src/testing/check.ts'
import { journalContract } from '../src/testing/journal-contract.ts'
import { deafJournals, forgetfulJournals, hastyJournals, memoryHost } from '../src/testing/wrong/journals.ts'

test.each(journalContract())('the journals in memory: $name', async ({ run }) => {
  await run(() => memoryHost())
})

test.each([hastyJournals, forgetfulJournals, deafJournals])(
  'the journal suite rejects $name',
  async (make) => {
    expect(await failedChecks(journalContract(), make)).not.toEqual([])
  },
)
