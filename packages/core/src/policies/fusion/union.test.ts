import { expect, test } from 'vitest'
import type { Edits } from '../../model/diff.ts'
import { exactlySame } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { textMerger } from '../../runtime/text-merger.ts'
import { artifactOf, cardOf } from '../../testing/evidence-fixtures.ts'
import type { Fusion, FusionPolicy } from './fusion.ts'
import { union } from './union.ts'

const [good, bad] = [cardOf('good', [['x', '1']]), cardOf('bad', [['y', '1']])]

/** x is worth 0.4, y costs 0.3. */
function worthOf(edits: Edits): number {
  return (edits.has('x') ? 0.4 : 0) - (edits.has('y') ? 0.3 : 0)
}

function fusionOf(rule: FusionPolicy, cards: readonly EvidenceCard[]): Promise<Fusion> {
  return rule.fuse(cards, {
    base: artifactOf(),
    texts: textMerger({ isProse: () => true }),
    refuse: () => undefined,
    same: exactlySame,
    estimate: (edits) => Promise.resolve(worthOf(edits)),
  })
}

test('the plain union carries a bad edit along, the tournament leaves it behind', async () => {
  const plain = await fusionOf(union(), [good, bad])
  const ranked = await fusionOf(union({ tournament: true }), [good, bad])
  expect([plain, ranked].map(({ edits, fused }) => [[...edits.keys()], fused])).toEqual([
    [['x', 'y'], true],
    [['x'], false],
  ])
})

test('a tournament tells what it compared', async () => {
  const { trial } = await fusionOf(union({ tournament: true }), [good, bad])
  expect(trial).toMatchObject({ ranked: true, winner: 'single', candidates: 2, baseline: 0, bestSingle: 0.4 })
  expect(trial.fusedScore).toBeCloseTo(0.1)
})

test('nothing that beats the base is called neither, and the best still goes forward', async () => {
  const { trial, members } = await fusionOf(union({ tournament: true }), [bad])
  expect([trial.winner, members]).toEqual(['neither', [bad]])
})

test('where one card holds the edits of all there is nothing to fuse, and the first card goes forward', async () => {
  const both = cardOf('both', [
    ['x', '1'],
    ['y', '1'],
  ])
  const { edits, members, fused, trial } = await fusionOf(union(), [good, both, bad])
  expect([edits, members, fused]).toEqual([good.diff.edits, [good], false])
  expect(trial.obstacle).toBe('nothing-to-fuse')
})

test('of contradicting cards the first goes forward alone, with those that ask for no more', async () => {
  const other = cardOf('other', [['x', '2']])
  const twin = cardOf('twin', [['x', '1']])
  const { members, trial } = await fusionOf(union(), [good, other, twin])
  expect([members, trial.obstacle]).toEqual([[good, twin], 'contradiction'])
})
