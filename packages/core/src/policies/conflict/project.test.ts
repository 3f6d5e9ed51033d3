import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Edit, type Edits, exactlySame } from '../../model/diff.ts'
import { textMerger } from '../../runtime/text-merger.ts'
import { artifactOf, cardOf } from '../../testing/evidence-fixtures.ts'
import { jointEdits } from '../joint-edits.ts'
import type { ConflictContext, ConflictResolution } from './conflict.ts'
import { keepBest } from './keep-best.ts'
import { project } from './project.ts'

const BASE = 'one\ntwo\nthree\nfour\nfive\nsix\n'

/** Scores a diff by the digits in its values; the base holds `doc`. */
function contextOf(isProse = false): ConflictContext & { readonly scored: Edits[] } {
  const scored: Edits[] = []
  return {
    base: artifactOf([['doc', BASE]]),
    same: exactlySame,
    texts: textMerger({ isProse: () => isProse }),
    scored,
    estimate: ({ edits }) => {
      scored.push(edits)
      const digits = [...edits.values()].join('').match(/\d/g) ?? []
      return Promise.resolve(digits.reduce((sum, digit) => sum + Number(digit), 0))
    },
  }
}

const doc = (id: string, ...changes: readonly (readonly [string, string])[]) =>
  cardOf(id, [['doc', changes.reduce((text, [from, to]) => text.replace(from, to), BASE)]])

function shownKept({ kept }: ConflictResolution): Record<string, [string, Edit][]> {
  return Object.fromEntries(kept.map(({ diff }) => [diff.id, [...diff.edits]]))
}

describe('where two cards change one text', () => {
  test('other lines do not conflict, and nothing is scored', async () => {
    const context = contextOf()
    const cards = [doc('a', ['one', 'ONE']), doc('b', ['six', 'SIX'])]
    const { kept, dropped } = await project().resolve(cards, context)
    expect([kept, dropped, context.scored]).toEqual([cards, [], []])
    expect((await keepBest().resolve(cards, contextOf())).dropped).toHaveLength(1)
  })

  test('the loser keeps every hunk that does not overlap the winner’s', async () => {
    const cards = [doc('low', ['one', 'one-1'], ['six', 'six-1']), doc('high', ['one', 'one-9'])]
    const resolution = await project().resolve(cards, contextOf())
    expect(shownKept(resolution)).toEqual({
      low: [['doc', BASE.replace('six', 'six-1')]],
      high: [['doc', BASE.replace('one', 'one-9')]],
    })
    expect(resolution.projected?.map(({ card, reason }) => [card.diff.id, reason])).toEqual([
      ['low', 'What it does to "doc" overlaps an edit that scores better alone.'],
    ])
  })

  test('the loser keeps its other keys', async () => {
    const cards = [
      cardOf('low', [
        ['doc', 'all new 1'],
        ['other', 'kept'],
      ]),
      cardOf('high', [['doc', 'all new 9']]),
    ]
    const resolution = await project().resolve(cards, contextOf())
    expect(shownKept(resolution)).toEqual({ low: [['other', 'kept']], high: [['doc', 'all new 9']] })
  })

  test('a card of which nothing is left is dropped with the reason', async () => {
    const cards = [cardOf('low', [['doc', 'all new 1']]), cardOf('high', [['doc', 'all new 9']])]
    const { kept, dropped, projected } = await project().resolve(cards, contextOf())
    expect([kept, dropped.map(({ card }) => card), projected]).toEqual([[cards[1]], [cards[0]], []])
  })

  test('a deletion against an edit is decided, and the loser is named', async () => {
    const deletion = cardOf('gone', [['doc', null]])
    const edit = doc('edit', ['one', 'one-5'])
    const { kept, dropped } = await project().resolve([deletion, edit], contextOf())
    expect([kept, dropped.map(({ card }) => card)]).toEqual([[edit], [deletion]])
  })

  test('two values of a key that the base lacks conflict', async () => {
    const cards = [cardOf('a', [['new', 'x 1']]), cardOf('b', [['new', 'y 2']])]
    const { kept, dropped } = await project().resolve(cards, contextOf())
    expect([kept, dropped.length]).toEqual([[cards[1]], 1])
  })
})

const change = fc.tuple(
  fc.constantFrom('one', 'two', 'three', 'four', 'five', 'six'),
  fc.integer({ min: 0, max: 9 }),
)
const cards = fc
  .array(fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: ([line]) => line }), {
    minLength: 2,
    maxLength: 5,
  })
  .map((list) =>
    list.map((changes, index) =>
      doc(`d${index}`, ...changes.map(([line, digit]) => [line, `${line} ${digit}`] as const)),
    ),
  )

property.prop([cards], { numRuns: 60 })(
  'what is kept can be had together, in any order of arrival',
  async (list) => {
    const forth = await project().resolve(list, contextOf())
    const back = await project().resolve(list.toReversed(), contextOf())
    expect(shownKept(back)).toEqual(shownKept(forth))
    expect(await jointEdits(forth.kept, contextOf())).toBeDefined()
  },
)

property.prop([cards], { numRuns: 60 })('no line changed by a kept card alone is lost', async (list) => {
  const { kept } = await project().resolve(list, contextOf())
  const joint = await jointEdits(kept, contextOf())
  const lines = String(joint?.edits.get('doc')).split('\n')
  for (const { diff } of kept)
    for (const line of String(diff.edits.get('doc')).split('\n'))
      if (!BASE.includes(`${line}\n`)) expect(lines).toContain(line)
})
