import { test as propertyTest } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edits } from '../../model/diff.ts'
import { contradicts, exactlySame } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { textMerger } from '../../runtime/text-merger.ts'
import { artifactOf, cardOf } from '../../testing/evidence-fixtures.ts'
import type { ConflictContext, ConflictResolution } from './conflict.ts'
import { conflictByAdvantage } from './conflict-by-advantage.ts'
import { keepBest } from './keep-best.ts'

const values = ['u', 'v', 'w']

function contextOf(worthOf: (edits: Edits) => number): ConflictContext {
  const estimate: ConflictContext['estimate'] = ({ edits }) => Promise.resolve(worthOf(edits))
  return { base: artifactOf(), same: exactlySame, texts: textMerger({ isProse: () => true }), estimate }
}

/** Worth of the value at `k`: u 0.1, v 0.2, w 0.3. */
const byValue = contextOf((edits) => 0.1 * (values.indexOf(edits.get('k') ?? '') + 1))

function rivals(...advantages: readonly (number | undefined)[]): readonly EvidenceCard[] {
  return values.map((value, index) => {
    const advantage = advantages[index]
    return cardOf(value, [['k', value]], advantage === undefined ? {} : { advantage })
  })
}

function namesOf({ kept }: ConflictResolution): readonly string[] {
  return kept.map(({ diff }) => diff.id)
}

test('names the rival, the keys and both scores in the reason of a loss', async () => {
  const { dropped } = await keepBest().resolve(rivals().slice(0, 2), byValue)
  expect(dropped.map(({ reason }) => reason)).toEqual([
    'It contradicts v on "k", and alone it scores 0.100, below 0.200.',
  ])
})

test('scores a card once, however many rivals it meets', async () => {
  const scored: Edits[] = []
  const context = contextOf((edits) => scored.push(edits))
  await keepBest().resolve(rivals(), context)
  expect(new Set(scored).size).toBe(scored.length)
})

test('a clear advantage decides against the scores, an unclear one leaves it to them', async () => {
  const decided = [
    await keepBest().resolve(rivals(3, 1, 0), byValue),
    await conflictByAdvantage(keepBest()).resolve(rivals(3, 1, 0), byValue),
    await conflictByAdvantage(keepBest(), { margin: 9 }).resolve(rivals(3, 1, 0), byValue),
    await conflictByAdvantage(keepBest()).resolve(rivals(3), byValue),
  ].map(namesOf)
  expect(decided).toEqual([['w'], ['u'], ['w'], ['w']])
})

test('a difference of exactly the margin decides, none at all does not', async () => {
  const exact = await conflictByAdvantage(keepBest(), { margin: 2 }).resolve(rivals(3, 1, 1), byValue)
  const equal = await conflictByAdvantage(keepBest(), { margin: 0 }).resolve(rivals(1, 1, 1), byValue)
  expect([namesOf(exact), namesOf(equal)]).toEqual([['u'], ['w']])
})

test('an inner rule that keeps both ends the duel with both', async () => {
  const keepAll = {
    name: 'keep-all',
    resolve: async (cards: readonly EvidenceCard[]) => ({ kept: cards, dropped: [] }),
  }
  expect(namesOf(await conflictByAdvantage(keepAll).resolve(rivals(), byValue))).toEqual(values)
})

const edits = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...values, null)), {
  minLength: 1,
  selector: ([key]) => key,
})
const situations = fc.record({
  cards: fc
    .array(fc.record({ edits, worth: fc.integer({ min: 0, max: 5 }) }), { maxLength: 7 })
    .map((drawn) => drawn.map((card, index) => ({ ...card, card: cardOf(`d${index}`, card.edits) }))),
})

propertyTest.prop([situations])(
  'a card is dropped exactly if a kept one contradicts it',
  async ({ cards: drawn }) => {
    const worth = new Map(drawn.map(({ card, worth: points }) => [card.diff.edits, points]))
    const cards = drawn.map(({ card }) => card)
    const { kept } = await keepBest().resolve(
      cards,
      contextOf((tried) => worth.get(tried) ?? 0),
    )
    for (const card of cards) {
      const clashes = kept.some((other) => other !== card && contradicts(other.diff, card.diff))
      expect(clashes).toBe(!kept.includes(card))
    }
  },
)

propertyTest.prop([situations, fc.array(fc.nat(), { maxLength: 7 })])(
  'of two cards alone the better is kept, whichever came first',
  async ({ cards: drawn }) => {
    const [first, second] = drawn
    if (first === undefined || second === undefined || first.worth === second.worth) return
    const worth = new Map([first, second].map(({ card, worth: points }) => [card.diff.edits, points]))
    const context = contextOf((tried) => worth.get(tried) ?? 0)
    const forth = await keepBest().resolve([first.card, second.card], context)
    const back = await keepBest().resolve([second.card, first.card], context)
    expect(new Set(forth.kept)).toEqual(new Set(back.kept))
  },
)
