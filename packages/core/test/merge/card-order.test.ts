import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inFixedOrder } from '../../src/merge/fixed-order.ts'
import { mergeBucket } from '../../src/merge/pipeline.ts'
import { exactlySame } from '../../src/model/diff.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import { workerId } from '../../src/model/ids.ts'
import { keepBest } from '../../src/policies/conflict/keep-best.ts'
import { textMerger } from '../../src/runtime/text-merger.ts'
import { artifactOf, cardOf } from '../../src/testing/evidence-fixtures.ts'
import { benchOf, drawnMerges } from './drawn-cards.ts'
import type { MergeBench } from './merge-bench.ts'

const permuted = drawnMerges.chain((merge) =>
  fc.record({
    merge: fc.constant(merge),
    cards: fc.shuffledSubarray([...merge.cards], { minLength: merge.cards.length }),
  }),
)

/** What a merge did to the world: the report, the head, its commit, the end of every proposal, and what it settled. */
async function worldAfter(bench: MergeBench, cards: readonly EvidenceCard[]): Promise<unknown> {
  const report = await mergeBucket(bench.id, cards, bench.context)
  const { state, version } = await bench.context.ledger.get(bench.id)
  return {
    report,
    version,
    state: [...state],
    log: await bench.context.ledger.log(),
    events: bench.events,
    settled: bench.settled,
    fusionTrials: bench.fusionTrials,
  }
}

describe('the order in which cards arrive', () => {
  property.prop([permuted], { numRuns: 300 })(
    'changes nothing: neither state nor verdict, commit message, events or what is settled',
    async ({ merge, cards }) => {
      const forth = await worldAfter(await benchOf(merge), merge.cards)
      const back = await worldAfter(await benchOf(merge), cards)
      expect(back).toEqual(forth)
    },
  )

  test('decides ties by author, and among one author by rollout', () => {
    const authored = (id: string, author: number): EvidenceCard => {
      const card = cardOf(id, [['a', id]])
      return { ...card, diff: { ...card.diff, author: workerId(author) } }
    }
    const cards = [authored('z', 10), authored('y', 9), authored('x', 2), authored('w', 9)]
    expect(inFixedOrder(cards).map(({ diff }) => diff.id)).toEqual(['x', 'w', 'y', 'z'])
  })

  test('matters to the conflict rule that keeps the best, so that the order before it has to be fixed', async () => {
    const [first, second] = [cardOf('x', [['a', 'one']]), cardOf('y', [['a', 'two']])]
    const context = {
      base: artifactOf(),
      same: exactlySame,
      texts: textMerger(),
      estimate: async () => 0,
    }
    const conflict = keepBest()
    const [forth, back] = [
      await conflict.resolve([first, second], context),
      await conflict.resolve([second, first], context),
    ]
    expect([forth.kept, back.kept]).toEqual([[first], [second]])
  })
})
