import { describe, expect, test } from 'vitest'
import { type Edits, exactlySame } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { textMerger } from '../../runtime/text-merger.ts'
import { artifactOf, cardOf } from '../../testing/evidence-fixtures.ts'
import type { Fusion, FusionContext } from './fusion.ts'
import { ladder } from './ladder.ts'
import { union } from './union.ts'

const BASE = 'Answer the question. Think first. Be polite.'

interface Settings {
  readonly worthOf?: (edits: Edits) => number
  readonly refuse?: FusionContext['refuse']
}

async function fuse(
  cards: readonly EvidenceCard[],
  { worthOf = () => 0, refuse = () => undefined }: Settings = {},
) {
  const scored: Edits[] = []
  const context: FusionContext = {
    base: artifactOf([['prompt', BASE]]),
    same: exactlySame,
    texts: textMerger({ isProse: () => true }),
    refuse,
    estimate: (edits) => {
      scored.push(edits)
      return Promise.resolve(worthOf(edits))
    },
  }
  const fusion = await ladder().fuse(cards, context)
  return { fusion, scored, plain: await union().fuse(cards, context) }
}

const prompt = (id: string, text: string): EvidenceCard => cardOf(id, [['prompt', text]])
const brief = prompt('brief', BASE.replace('the question', 'the question with one word'))
const cited = prompt('cited', BASE.replace('Be polite', 'Cite the source'))
const shown = ({ edits, fused, members, trial }: Fusion) => ({
  text: edits.get('prompt'),
  fused,
  members: members.map(({ diff }) => diff.id),
  rung: trial.rung,
})

describe('two workers that change different sentences of one prompt', () => {
  test('both survive, with no model call, where a union of keys keeps one', async () => {
    const { fusion, plain } = await fuse([brief, cited])
    expect(shown(fusion)).toEqual({
      text: 'Answer the question with one word. Think first. Cite the source.',
      fused: true,
      members: ['brief', 'cited'],
      rung: 'three-way',
    })
    expect(shown(plain)).toMatchObject({ fused: false, members: ['brief'] })
  })

  test('the order of the cards makes no difference', async () => {
    const [forth, back] = [await fuse([brief, cited]), await fuse([cited, brief])]
    expect(back.fusion.edits).toEqual(forth.fusion.edits)
  })

  test('a merged text that scores below the best single gives way to it', async () => {
    const worthOf = (edits: Edits): number => (edits.get('prompt')?.includes('one word') ? 0.2 : 0.5)
    const { fusion } = await fuse([brief, cited], { worthOf })
    expect(shown(fusion)).toMatchObject({ members: ['cited'], fused: false, rung: 'single' })
    expect(fusion.trial).toMatchObject({ ranked: true, fusedScore: 0.2, bestSingle: 0.5 })
  })

  test('a merged text meets screen and trust region like any proposal', async () => {
    const seen: Edits[] = []
    const refuse = (edits: Edits): string => {
      seen.push(edits)
      return 'too long'
    }
    const { fusion, scored } = await fuse([brief, cited], { refuse })
    expect(shown(fusion)).toMatchObject({ members: ['brief'], fused: false })
    expect(fusion.trial.obstacle).toBe('refused-value')
    expect(seen).toEqual([
      new Map([['prompt', 'Answer the question with one word. Think first. Cite the source.']]),
    ])
    expect(scored).toEqual([])
  })
})

describe('the lower rungs cost nothing', () => {
  test('a lone card, equal cards, and keys that differ', async () => {
    const other = cardOf('other', [['title', 'Short']])
    const results = await Promise.all(
      [[brief], [brief, { ...brief }], [brief, other]].map((cards) => fuse(cards)),
    )
    expect(results.map(({ fusion }) => fusion.trial.rung)).toEqual(['single', 'identical', 'union'])
    expect(results.flatMap(({ scored }) => scored)).toEqual([])
  })

  test('a card that holds all edits goes forward for all', async () => {
    const both = cardOf('both', [...brief.diff.edits, ['title', 'Short']])
    const { fusion } = await fuse([brief, both])
    expect([fusion.edits, fusion.members.map(({ diff }) => diff.id)]).toEqual([
      both.diff.edits,
      ['brief', 'both'],
    ])
  })

  test('texts that overlap are a contradiction, and the first card goes forward', async () => {
    const { fusion } = await fuse([prompt('a', 'No.'), prompt('b', 'Yes.')])
    expect([fusion.trial.obstacle, shown(fusion).members]).toEqual(['contradiction', ['a']])
  })
})
