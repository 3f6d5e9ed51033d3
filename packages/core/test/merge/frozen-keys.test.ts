import { expect, test } from 'vitest'
import { permissions } from '../../src/governance/permissions.ts'
import { mergeBucket } from '../../src/merge/pipeline.ts'
import { cardOf } from '../../src/testing/evidence-fixtures.ts'
import { mergeBench } from './merge-bench.ts'
import { itemsOf, solvedShare } from './solved-share.ts'

const verifier = solvedShare(
  itemsOf([
    ['rules', 'good'],
    ['rules', 'good'],
    ['scorer', 'good'],
  ]),
)

test('a card that edits a frozen key is lost at the merge too, unmeasured, and the rest of its bucket goes on', async () => {
  const bench = await mergeBench({
    state: [],
    verifier,
    parts: { permissions: permissions({ frozen: ['scorer'] }) },
  })
  const cards = [cardOf('d0', [['scorer', 'good']]), cardOf('d1', [['rules', 'good']])]
  const report = await mergeBucket(bench.id, cards, bench.context)
  expect(report).toMatchObject({ outcome: 'committed', counts: { considered: 2, screened: 1, survived: 1 } })
  expect(bench.events).toContainEqual(
    expect.objectContaining({
      type: 'card-dropped',
      stage: 'permissions',
      reason: 'Key "scorer" is frozen by "scorer".',
    }),
  )
  const { artifacts } = await bench.context.ledger.snapshot()
  expect([...(artifacts.get(bench.id)?.state ?? [])]).toEqual([['rules', 'good']])
})

test('a bucket of nothing but forbidden edits is reported, and measures nothing', async () => {
  const refusing = { ...verifier, measure: () => expect.unreachable(), estimate: () => expect.unreachable() }
  const bench = await mergeBench({
    state: [],
    verifier: refusing,
    parts: { permissions: permissions({ editable: ['rules'] }) },
  })
  const report = await mergeBucket(bench.id, [cardOf('d0', [['scorer', 'good']])], bench.context)
  expect(report).toMatchObject({ outcome: 'screened', counts: { screened: 1, survived: 0 } })
})
