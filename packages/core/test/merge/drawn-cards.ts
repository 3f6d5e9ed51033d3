import fc from 'fast-check'
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
import { cardOf, taskOf } from '../../src/testing/evidence-fixtures.ts'
import { type MergeBench, mergeBench } from './merge-bench.ts'
import { itemsOf, solvedShare } from './solved-share.ts'

const keys = ['a', 'b', 'c', 'd']
const text = 'one\ntwo\nthree\nfour\n'
const texts = [text.replace('one', 'ONE'), text.replace('four', '4'), 'ONE\ntwo\nthree\n4\n']
const values = ['good', 'GOOD', 'bad', ...texts]

/** What every drawn merge starts from. */
export const start: ReadonlyMap<string, string> = new Map([
  ['a', 'bad'],
  ['b', text],
])

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

/** One bucket's cards, and the rules and held-out items of the merge that they meet. */
export interface DrawnMerge {
  readonly cards: readonly EvidenceCard[]
  readonly items: readonly (readonly [key: string, wanted: string])[]
  readonly conflict: keyof typeof conflicts
  readonly fusion: keyof typeof fusions
  readonly isSpellingFree: boolean
  readonly blastRadius: number
}

export const drawnMerges: fc.Arbitrary<DrawnMerge> = fc.record({
  cards: fc.array(drawnCard, { minLength: 1, maxLength: 6 }).map((drawn) => drawn.map(cardFrom)),
  items: fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom('good', 'bad', ...texts)), {
    minLength: 1,
    maxLength: 8,
  }),
  conflict: fc.constantFrom(...(['keepBest', 'project'] as const)),
  fusion: fc.constantFrom(...(['ladder', 'union', 'tournament'] as const)),
  isSpellingFree: fc.boolean(),
  blastRadius: fc.constantFrom(0.2, 0.9),
})

/** Returns a fresh bench for the merge. */
export function benchOf({ items, isSpellingFree, blastRadius, ...rules }: DrawnMerge): Promise<MergeBench> {
  return mergeBench({
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
        ? { same: sameBy(lowerCased), texts: textMerger({ isProse: () => true, canonical: lowerCased }) }
        : {}),
    },
  })
}

function lowerCased(_key: string, value: string): string {
  return value.toLowerCase()
}
