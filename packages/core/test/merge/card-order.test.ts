import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inFixedOrder } from '../../src/merge/fixed-order.ts'
import { mergeBucket } from '../../src/merge/pipeline.ts'
import { type Edit, sameBy } from '../../src/model/diff.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import { workerId } from '../../src/model/ids.ts'
import { keepBest } from '../../src/policies/conflict/keep-best.ts'
import { project } from '../../src/policies/conflict/project.ts'
import { defaultPolicies } from '../../src/policies/default-policies.ts'
import { ladder } from '../../src/policies/fusion/ladder.ts'
import { union } from '../../src/policies/fusion/union.ts'
import { reflective } from '../../src/policies/staleness/reflective.ts'
import { textMerger } from '../../src/runtime/text-merger.ts'
import { artifactOf, cardOf, taskOf } from '../../src/testing/evidence-fixtures.ts'
import { type MergeBench, mergeBench } from './merge-bench.ts'
import { itemsOf, solvedShare } from './solved-share.ts'

const keys = ['a', 'b', 'c', 'd']
const text = 'one\ntwo\nthree\nfour\n'
const texts = [text.replace('one', 'ONE'), text.replace('four', '4'), 'ONE\ntwo\nthree\n4\n']
const values = ['good', 'GOOD', 'bad', ...texts]
const start = new Map([
  ['a', 'bad'],
  ['b', text],
])
const lowerCased = (_key: string, value: string): string => value.toLowerCase()
const ignoringCase = sameBy(lowerCased)

const conflicts = { keepBest, project }
const fusions = { ladder, union, tournament: () => union({ tournament: true }) }

interface Drawn {
  readonly edits: readonly (readonly [string, Edit])[]
  readonly author: number
  readonly base: number
  readonly delta: number | undefined
  readonly task: string
  readonly breaksContract: boolean
}

const drawnCard: fc.Arbitrary<Drawn> = fc.record({
  edits: fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...values, null)), {
    minLength: 1,
    selector: ([key]) => key,
  }),
  author: fc.integer({ min: 0, max: 12 }),
  base: fc.constantFrom(1, 1, 1, 0, 7),
  delta: fc.constantFrom(undefined, -1, 0.1, 0.2, 0.7, 1),
  task: fc.constantFrom('a-0', 'b-0', 'c-1'),
  breaksContract: fc.boolean(),
})

function cardFrom({ edits, author, base, delta, task, breaksContract }: Drawn, index: number): EvidenceCard {
  const card = cardOf(`d${index}`, edits)
  const diff = { ...card.diff, author: workerId(author), breaksContract }
  const tasks = [taskOf(task)]
  const baseValues = new Map(edits.map(([key]) => [key, start.get(key) ?? null]))
  const rest = { base: new Map([[diff.target, base]]), baseValues, tasks }
  return { ...card, ...rest, diff, ...(delta === undefined ? {} : { delta }) }
}

const batches = fc
  .array(drawnCard, { minLength: 1, maxLength: 6 })
  .map((drawn) => drawn.map(cardFrom))
  .chain((cards) =>
    fc.record({
      cards: fc.constant(cards),
      permuted: fc.shuffledSubarray(cards, { minLength: cards.length }),
      items: fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom('good', 'bad', ...texts)), {
        minLength: 1,
        maxLength: 8,
      }),
      conflict: fc.constantFrom(...(['keepBest', 'project'] as const)),
      fusion: fc.constantFrom(...(['ladder', 'union', 'tournament'] as const)),
      isSpellingFree: fc.boolean(),
      blastRadius: fc.constantFrom(0.2, 0.9),
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
  property.prop([batches], { numRuns: 300 })(
    'changes nothing: neither state nor verdict, commit message, events or what is settled',
    async ({ cards, permuted, items, isSpellingFree, blastRadius, ...rules }) => {
      const bench = (): Promise<MergeBench> =>
        mergeBench({
          state: start,
          blastRadius,
          verifier: solvedShare(itemsOf(items)),
          parts: {
            policies: {
              ...defaultPolicies(),
              staleness: reflective(),
              conflict: conflicts[rules.conflict](),
              fusion: fusions[rules.fusion](),
            },
            ...(isSpellingFree
              ? { same: ignoringCase, texts: textMerger({ isProse: () => true, canonical: lowerCased }) }
              : {}),
          },
        })
      const [forth, back] = [
        await worldAfter(await bench(), cards),
        await worldAfter(await bench(), permuted),
      ]
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
      same: ignoringCase,
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
