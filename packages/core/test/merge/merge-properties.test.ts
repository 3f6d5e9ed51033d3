import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect } from 'vitest'
import { mergeBucket } from '../../src/merge/pipeline.ts'
import { applyEdits, type ArtifactState, differenceOf, stateOf } from '../../src/model/artifact.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import { leaseId } from '../../src/model/ids.ts'
import { defaultPolicies } from '../../src/policies/default-policies.ts'
import { cardOf } from '../../src/testing/evidence-fixtures.ts'
import { benchOf, type DrawnMerge, drawnMerges, start } from './drawn-cards.ts'
import { type MergeBench, mergeBench } from './merge-bench.ts'
import { solvedShare } from './solved-share.ts'

const wordsOf = (text: string): readonly string[] => text.split(/\s+/)

async function mergedState(bench: MergeBench, cards: readonly EvidenceCard[]): Promise<ArtifactState> {
  await mergeBucket(bench.id, cards, bench.context)
  return (await bench.context.ledger.get(bench.id)).state
}

property.prop([drawnMerges], { numRuns: 300 })(
  'no committed key or value comes from nowhere: a card asked for it, or its words are those of the cards and the base',
  async (merge) => {
    const bench = await benchOf(merge)
    const state = await mergedState(bench, merge.cards)
    for (const [key, value] of differenceOf(stateOf(start), state)) {
      const asked = merge.cards.flatMap(({ diff }) =>
        diff.edits.has(key) ? [diff.edits.get(key) ?? null] : [],
      )
      if (asked.includes(value)) continue
      const texts = [start.get(key), ...asked].filter((text) => typeof text === 'string')
      expect(value).not.toBeNull()
      expect(new Set(texts.flatMap(wordsOf))).toEqual(
        new Set([...texts.flatMap(wordsOf), ...wordsOf(value ?? '')]),
      )
    }
  },
)

property.prop([drawnMerges], { numRuns: 300 })('a commit merged once more commits nothing', async (merge) => {
  const bench = await benchOf(merge)
  const report = await mergeBucket(bench.id, merge.cards, bench.context)
  if (report.outcome !== 'committed') return
  const changed = bench.events.flatMap((event) => (event.type === 'card-projected' ? [event.lease] : []))
  const whole = merge.cards.filter(({ lease }) => report.members.includes(lease) && !changed.includes(lease))
  if (whole.length === 0) return
  const before = await bench.context.ledger.get(bench.id)
  const again = await mergeBucket(bench.id, whole, bench.context)
  const after = await bench.context.ledger.get(bench.id)
  expect([again.outcome, after.version]).toEqual(['all-stale', before.version])
  expect(after.state.root).toBe(before.state.root)
})

property.prop([drawnMerges], { numRuns: 300 })(
  'a diff that comes in twice counts once: state and version are those without the copies',
  async (merge: DrawnMerge) => {
    const copies = merge.cards.map((card) => ({ ...card, lease: leaseId(`${card.lease}, once more`) }))
    const [once, twice] = [await benchOf(merge), await benchOf(merge)]
    const [alone, copied] = [
      await mergedState(once, merge.cards),
      await mergedState(twice, [...copies, ...merge.cards]),
    ]
    expect([...copied]).toEqual([...alone])
  },
)

const edits = fc.array(
  fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(null))),
  { maxLength: 8 },
)

property.prop([edits, edits])('edits applied twice are applied once', (before, drawn) => {
  const state = applyEdits(stateOf([]), new Map(before))
  const once = applyEdits(state, new Map(drawn))
  expect(applyEdits(once, new Map(drawn))).toBe(once)
})

property.prop([
  fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.string()), {
    minLength: 2,
    maxLength: 9,
    selector: ([key]) => key,
  }),
])('edits of different keys all survive one merge', async (pairs) => {
  const accepting = {
    name: 'accept-all',
    judge: () => ({ accepted: true, probability: 1, threshold: 0.5, gain: 0 }) as const,
  }
  const bench = await mergeBench({
    state: [['kept', 'as it was']],
    verifier: solvedShare([]),
    parts: { policies: { ...defaultPolicies(), acceptance: accepting } },
  })
  const cards = pairs.map(([key, value], index) => cardOf(`d${index}`, [[key, value]]))
  const state = await mergedState(bench, cards)
  expect(new Map(state)).toEqual(new Map([['kept', 'as it was'], ...pairs]))
})
