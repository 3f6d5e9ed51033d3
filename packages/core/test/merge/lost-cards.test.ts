import { expect, test } from 'vitest'
import { mergeBucket } from '../../src/merge/pipeline.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import { cardOf } from '../../src/testing/evidence-fixtures.ts'
import { LimitError } from '../../src/model/errors.ts'
import { type MergeBench, mergeBench } from './merge-bench.ts'
import { itemsOf, solvedShare } from './solved-share.ts'

const items = itemsOf([
  ['a', 'good'],
  ['b', 'good'],
  ['b', 'good'],
])
const start: readonly (readonly [string, string])[] = [
  ['a', 'bad'],
  ['b', 'good'],
]

/** Returns a card that was made on the state at the start. */
function cardOn(id: string, key: string, value: string): EvidenceCard {
  return cardOf(id, [[key, value]], { baseValues: new Map(start.filter(([known]) => known === key)) })
}

/** How the proposal of each card ended, and why. */
function endsOf({ events }: MergeBench): ReadonlyMap<string, readonly [verdict: string, reason: string]> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'proposal'
        ? [[event.proposal.id, [event.proposal.verdict, event.proposal.reason]] as const]
        : [],
    ),
  )
}

test('with a refused member every card steps back that asks for the same', async () => {
  const bench = await mergeBench({ state: start, verifier: solvedShare(items) })
  const harmful = (id: string): EvidenceCard => cardOn(id, 'b', 'bad')
  const report = await mergeBucket(
    bench.id,
    [harmful('h1'), cardOn('g', 'a', 'good'), harmful('h2'), harmful('h3')],
    bench.context,
  )
  expect(report.outcome).toBe('committed')
  expect([...(await bench.context.ledger.get(bench.id)).state]).toEqual([
    ['a', 'good'],
    ['b', 'good'],
  ])
  const ends = endsOf(bench)
  expect(['h1', 'h2', 'h3'].map((id) => ends.get(id)?.[0])).toEqual(['left-out', 'left-out', 'left-out'])
  expect(ends.get('g')?.[0]).toBe('committed')
})

test('a refused union keeps its verdict where a limit forbids to measure a smaller one', async () => {
  const verifier = solvedShare(items)
  let measured = 0
  const bench = await mergeBench({
    state: start,
    verifier: {
      ...verifier,
      measure: async (state, options) => {
        measured++
        if (measured > 2) throw new LimitError({ code: 'max-calls', message: 'No room.' })
        return verifier.measure(state, options)
      },
    },
  })
  const cards = [cardOn('h', 'b', 'bad'), cardOn('g', 'a', 'good')]
  const report = await mergeBucket(bench.id, cards, bench.context)
  expect(report).toMatchObject({ outcome: 'below-threshold', fused: true })
  expect([...endsOf(bench).values()].map(([verdict]) => verdict)).toEqual([
    'below-threshold',
    'below-threshold',
  ])
})

test('a card from a version that the head never had is dropped unmeasured, and the reason names the version', async () => {
  const verifier = solvedShare(items)
  const replayed: string[] = []
  const bench = await mergeBench({
    state: start,
    verifier: {
      ...verifier,
      replay: (state, tasks) => {
        replayed.push(...tasks.map(({ id }) => id))
        return verifier.replay(state, tasks)
      },
    },
  })
  const card = cardOn('f', 'a', 'good')
  const report = await mergeBucket(bench.id, [{ ...card, base: new Map([[bench.id, 99]]) }], bench.context)
  expect([report.outcome, replayed]).toEqual(['all-stale', []])
  expect(endsOf(bench).get('f')).toEqual(['all-stale', 'Made on version 99, which the head never had.'])
  expect(bench.settled).toHaveLength(1)
})

test('a card whose edits the head holds already is not merged again, and the reason says so', async () => {
  const bench = await mergeBench({ state: start, verifier: solvedShare(items) })
  const card = { ...cardOn('d', 'a', 'good'), delta: 1 }
  expect((await mergeBucket(bench.id, [card], bench.context)).outcome).toBe('committed')
  expect((await mergeBucket(bench.id, [card], bench.context)).outcome).toBe('all-stale')
  expect(endsOf(bench).get('d')?.[1]).toBe('The head holds all of it already, or has changed what it edits.')
  expect((await bench.context.ledger.get(bench.id)).version).toBe(2)
})
