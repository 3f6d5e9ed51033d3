import { expect, test } from 'vitest'
import { mergeBucket } from '../../src/merge/pipeline.ts'
import type { RunEvent } from '../../src/model/event.ts'
import { cardOf } from '../../src/testing/evidence-fixtures.ts'
import { mergeBench } from './merge-bench.ts'
import { itemsOf, solvedShare } from './solved-share.ts'

function droppedIn(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'card-dropped' ? [event.diff] : []))
}

test('a refused union goes forward without the member whose absence scores best', async () => {
  const items = itemsOf([
    ['a', 'good'],
    ['b', 'good'],
    ...Array.from({ length: 3 }, () => ['c', 'good'] as const),
  ])
  const bench = await mergeBench({ state: [['c', 'good']], verifier: solvedShare(items) })
  const harmful = cardOf('harmful', [['c', 'bad']], { baseValues: new Map([['c', 'good']]) })
  const [helpful, alsoHelpful] = [cardOf('helpful', [['a', 'good']]), cardOf('also', [['b', 'good']])]
  const report = await mergeBucket(bench.id, [helpful, harmful, alsoHelpful], bench.context)
  expect(report).toMatchObject({ outcome: 'committed', fused: true })
  const { state } = await bench.context.ledger.get(bench.id)
  expect(['a', 'b', 'c'].map((key) => state.get(key))).toEqual(['good', 'good', 'good'])
  expect(droppedIn(bench.events)).toEqual(['harmful'])
})

test('a diff of which the winner of the race overwrote a part is given up whole: the rest was never measured alone', async () => {
  const verifier = solvedShare(
    itemsOf([
      ['a', 'good'],
      ['b', 'good'],
    ]),
  )
  let raced = false
  const bench = await mergeBench({
    state: [['a', 'bad']],
    verifier: {
      ...verifier,
      measure: async (state, options) => {
        if (!raced) await win()
        raced = true
        return verifier.measure(state, options)
      },
    },
  })
  async function win(): Promise<void> {
    const { ledger } = bench.context
    const head = await ledger.get(bench.id)
    const next = { ...head, state: head.state.with('a', 'what the winner wrote') }
    const message = { subject: 'win the race', trailers: [] }
    await ledger.commit([next], new Map([[bench.id, head.version]]), message)
  }
  const edits = [
    ['a', 'good'],
    ['b', 'good'],
  ] as const
  const card = cardOf('d', edits, {
    baseValues: new Map([
      ['a', 'bad'],
      ['b', null],
    ]),
  })
  const report = await mergeBucket(bench.id, [card], bench.context)
  expect(report).toMatchObject({ outcome: 'cas-conflict' })
  const { state, version } = await bench.context.ledger.get(bench.id)
  expect([state.get('a'), state.get('b'), version]).toEqual(['what the winner wrote', undefined, 2])
})
