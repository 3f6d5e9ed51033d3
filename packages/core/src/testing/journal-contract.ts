import type { RunJournals } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/records.ts'
import type { Check } from './check.ts'
import { claimEqual, claimRefused } from './claims.ts'

/** Journals, and the place that holds them. */
export interface JournalHost {
  /** Opens the place, as another process would. */
  open(): Promise<RunJournals>
  /** Ends every process that has it open, and takes away what need not survive a loss of power. */
  losePower(): Promise<void> | void
}

const record = (count: number): JournalRecord => ({
  kind: 'call',
  key: `call ${count}`,
  request: '',
  at: count,
})
const first: JournalRecord = { kind: 'run', run: 'r', fingerprints: {}, commit: 'c', at: 0 }
const hostile = ['\u2028\0"\\\n\r', '\ud800', '{"kind":"end"}', '__proto__', '00000001 0123456789abcdef []\n']

/** Returns every claim that the journals of a ledger must meet. */
export function journalContract(): readonly Check<JournalHost>[] {
  return [...survivalClaims(), ...contentClaims()]
}

function survivalClaims(): readonly Check<JournalHost>[] {
  return [
    {
      name: 'keeps every settled record through a loss of power, in order',
      run: async (make) => {
        const host = make()
        const journal = await (await host.open()).open('a')
        journal.append(first)
        for (let count = 1; count <= 40; count++) {
          journal.append(record(count))
          if (count % 7 === 0) await journal.settled()
        }
        await journal.settled()
        journal.append(record(41))
        await host.losePower()
        const { past } = await (await host.open()).open('a')
        claimEqual(past.slice(0, 41), [first, ...counted(40)], 'what was settled')
        claimEqual(past.length <= 42, true, 'no more than was appended')
      },
    },
    {
      name: 'settles what was appended while it was settling',
      run: async (make) => {
        const host = make()
        const journal = await (await host.open()).open('a')
        journal.append(first)
        const settling = journal.settled()
        journal.append(record(1))
        await Promise.all([settling, journal.settled()])
        await host.losePower()
        claimEqual((await (await host.open()).open('a')).past, [first, record(1)], 'both records')
      },
    },
    {
      name: 'joins what several owners left, and counts them',
      run: async (make) => {
        const host = make()
        for (let owner = 1; owner <= 3; owner++) {
          const journal = await (await host.open()).open('a')
          claimEqual(journal.past.length, owner - 1, `what owner ${owner} finds`)
          journal.append(record(owner))
          await journal.settled()
          await host.losePower()
        }
        const journal = await (await host.open()).open('a')
        claimEqual([journal.past, journal.epoch], [counted(3), 4], 'three owners')
      },
    },
  ]
}

function contentClaims(): readonly Check<JournalHost>[] {
  return [
    {
      name: 'gives back hostile text as it was',
      run: async (make) => {
        const host = make()
        const journal = await (await host.open()).open('a')
        const records = hostile.map(
          (key): JournalRecord => ({ kind: 'answer', key, answer: { [key]: key }, at: 1 }),
        )
        for (const each of records) journal.append(each)
        await journal.close()
        claimEqual((await (await host.open()).open('a')).past, records, 'the records')
      },
    },
    {
      name: 'keeps runs apart, and lists those that have begun',
      run: async (make) => {
        const host = make()
        const journals = await host.open()
        const [a, b] = [await journals.open('a'), await journals.open('b')]
        await journals.open('c')
        a.append(first)
        b.append(record(1))
        await Promise.all([a.close(), b.close()])
        const listed = (await (await host.open()).list()).map(({ name, first: head }) => [name, head])
        claimEqual(
          listed.toSorted(),
          [
            ['a', first],
            ['b', record(1)],
          ],
          'the list',
        )
      },
    },
    {
      name: 'gives a run to one owner at a time',
      run: async (make) => {
        const journals = await make().open()
        const journal = await journals.open('a')
        await claimRefused(journals.open('a'), 'locked', 'a second owner')
        await journal.close()
        claimEqual((await journals.open('a')).past, [], 'the next owner')
      },
    },
  ]
}

function counted(count: number): readonly JournalRecord[] {
  return Array.from({ length: count }, (_, index) => record(index + 1))
}
