import { describe, expect, test } from 'vitest'
import type { Verifier } from '../../src/evaluation/verifier.ts'
import { fixedTrustRegion } from '../../src/governance/fixed-trust-region.ts'
import type { MergeSettings } from '../../src/merge/context.ts'
import { mergeBucket } from '../../src/merge/pipeline.ts'
import type { Edit } from '../../src/model/diff.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import { defaultPolicies } from '../../src/policies/default-policies.ts'
import { fusionStatistics } from '../../src/policies/fusion/fusion-statistics.ts'
import { textMerger } from '../../src/runtime/text-merger.ts'
import { cardOf } from '../../src/testing/evidence-fixtures.ts'
import { type MergeBench, mergeBench, type MergeBenchOptions } from './merge-bench.ts'
import { holding, predicateShare } from './predicate-share.ts'

const BASE = 'Answer briefly. Name the unit. Cite the source.'
const texts = textMerger({ isProse: () => true })

/** Returns a card that writes the prompt, made where it read `BASE`. */
function prompt(id: string, edit: Edit): EvidenceCard {
  return cardOf(id, [['prompt', edit]], { baseValues: new Map([['prompt', BASE]]) })
}

const oneWord = prompt('one-word', BASE.replace('briefly', 'in one word'))
const page = prompt('page', BASE.replace('the source', 'the source and the page'))
const BOTH = 'Answer in one word. Name the unit. Cite the source and the page.'

function benchOf(verifier: Verifier, parts: MergeBenchOptions['parts'] = {}): Promise<MergeBench> {
  return mergeBench({ state: [['prompt', BASE]], verifier, parts: { texts, ...parts } })
}

const textIn = async ({ id, context }: MergeBench): Promise<string | undefined> =>
  (await context.ledger.get(id)).state.get('prompt')

/** How each proposal ended, and why. */
function endsOf({ events }: MergeBench): Record<string, readonly [verdict: string, reason: string]> {
  const proposals = events.flatMap((event) => (event.type === 'proposal' ? [event.proposal] : []))
  return Object.fromEntries(proposals.map(({ id, verdict, reason }) => [id, [verdict, reason] as const]))
}

const wantsBoth = predicateShare(holding('prompt', ['in one word', 'the page']))

describe('two workers that change different sentences of one key', () => {
  test('are committed together, counted as a three-way merge without a model call', async () => {
    const bench = await benchOf(wantsBoth)
    const report = await mergeBucket(bench.id, [oneWord, page], bench.context)
    expect(report).toMatchObject({ outcome: 'committed', fused: true })
    expect(await textIn(bench)).toBe(BOTH)
    expect(fusionStatistics(bench.fusionTrials)).toMatchObject({
      trials: 1,
      rungs: { single: 0, identical: 0, union: 0, 'three-way': 1 },
      withoutModelCalls: 1,
    })
  })

  test('are ranked against each alone before the gate is asked; the better one goes alone', async () => {
    const asked: string[] = []
    const scored = predicateShare({
      brief: (state) => state.get('prompt')?.includes('in one word') === true,
      'not both': (state) => state.get('prompt') !== BOTH,
    })
    const bench = await benchOf({
      ...scored,
      estimate: (state) => {
        asked.push(`rank ${state.get('prompt')}`)
        return scored.estimate(state)
      },
      measure: (state) => {
        asked.push(`gate ${state.get('prompt')}`)
        return scored.measure(state)
      },
    })
    expect((await mergeBucket(bench.id, [oneWord, page], bench.context)).outcome).toBe('committed')
    expect(await textIn(bench)).toBe(BASE.replace('briefly', 'in one word'))
    const gate = asked.findIndex((line) => line.startsWith('gate'))
    expect(asked.slice(0, gate)).toContain(`rank ${BOTH}`)
    expect(asked.slice(gate)).not.toContain(`gate ${BOTH}`)
    expect(endsOf(bench)).toMatchObject({
      'one-word': ['committed', expect.any(String)],
      page: ['left-out', expect.any(String)],
    })
  })

  test.each([
    ['the trust region', { trustRegion: fixedTrustRegion({ maxCharacters: BOTH.length - 1 }) }],
    [
      'the screen',
      {
        policies: {
          ...defaultPolicies(),
          screen: {
            name: 'no-both',
            screen: ({ diff }) => (diff.edits.get('prompt') === BOTH ? 'both' : undefined),
          },
        },
      },
    ],
  ] satisfies [string, MergeBenchOptions['parts']][])(
    'are not joined where %s refuses the merged text',
    async (_, parts) => {
      const bench = await benchOf(wantsBoth, parts)
      expect((await mergeBucket(bench.id, [oneWord, page], bench.context)).outcome).toBe('committed')
      expect(await textIn(bench)).not.toBe(BOTH)
      expect(fusionStatistics(bench.fusionTrials)).toMatchObject({ refusedValue: 1, rungs: { single: 1 } })
    },
  )
})

describe('of two cards that overlap in one key', () => {
  test('the loser keeps its other sentence, and says what it lost', async () => {
    const loser = prompt(
      'loser',
      BASE.replace('briefly', 'at length').replace('the source', 'the source and the page'),
    )
    const bench = await benchOf(predicateShare(holding('prompt', ['Answer in one word', 'word', 'the page'])))
    expect((await mergeBucket(bench.id, [loser, oneWord], bench.context)).outcome).toBe('committed')
    expect(await textIn(bench)).toBe(BOTH)
    expect(bench.events.filter(({ type }) => type === 'card-projected')).toEqual([
      expect.objectContaining({ diff: 'loser', reason: expect.stringContaining('"prompt"') }),
    ])
  })

  test.each([
    ['deletion', 'edit', undefined],
    ['edit', 'deletion', BASE.replace('briefly', 'in one word')],
  ])(
    'the better of edit and deletion wins: %s over %s, and the loser is named',
    async (winner, loser, text) => {
      const isBetter = predicateShare({ better: (state) => state.get('prompt') === text })
      const bench = await benchOf(isBetter)
      const cards = [prompt('deletion', null), prompt('edit', BASE.replace('briefly', 'in one word'))]
      expect(await mergeBucket(bench.id, cards, bench.context)).toMatchObject({
        outcome: 'committed',
        counts: { conflicts: 1 },
      })
      expect(await textIn(bench)).toBe(text)
      expect(endsOf(bench)).toMatchObject({
        [winner]: ['committed', expect.any(String)],
        [loser]: ['conflict-dropped', expect.stringContaining('"prompt"')],
      })
    },
  )

  test('a conflict rule that decides nothing leaves edit and deletion to fusion, which counts a contradiction', async () => {
    const conflict = {
      name: 'keep-all',
      resolve: async (cards: readonly EvidenceCard[]) => ({ kept: cards, dropped: [] }),
    }
    const bench = await benchOf(wantsBoth, { policies: { ...defaultPolicies(), conflict } })
    await mergeBucket(bench.id, [oneWord, prompt('deletion', null)], bench.context)
    expect(fusionStatistics(bench.fusionTrials)).toMatchObject({ contradiction: 1, withoutModelCalls: 0 })
    expect(endsOf(bench)).toMatchObject({
      deletion: ['below-threshold', expect.any(String)],
      'one-word': ['left-out', expect.any(String)],
    })
  })
})

/** A rival commits another sentence of the prompt. */
async function rivalCommits({ id, context }: MergeBench): Promise<void> {
  const head = await context.ledger.get(id)
  const state = head.state.with('prompt', BASE.replace('the unit', 'the unit in full'))
  await context.ledger.commit([{ ...head, state }], new Map([[id, head.version]]), {
    subject: 'rival',
    trailers: [],
  })
}

describe('a head that changed another sentence of the key', () => {
  const settingsOf = (bench: MergeBench, reapply: MergeSettings['reapply']): MergeBench => ({
    ...bench,
    context: { ...bench.context, settings: { ...bench.context.settings, reapply } },
  })
  const expected = {
    hunks: 'Answer in one word. Name the unit in full. Cite the source.',
    value: BASE.replace('briefly', 'in one word'),
  }

  test.each(['hunks', 'value'] as const)(
    'is %s before the merge: what reapply says is put on it',
    async (reapply) => {
      const bench = settingsOf(await benchOf(wantsBoth), reapply)
      await rivalCommits(bench)
      expect((await mergeBucket(bench.id, [oneWord], bench.context)).outcome).toBe('committed')
      expect(await textIn(bench)).toBe(expected[reapply])
    },
  )

  test.each(['hunks', 'value'] as const)(
    'wins the race against the commit: %s are put on it',
    async (reapply) => {
      let raced = false
      const bench = settingsOf(
        await benchOf({
          ...wantsBoth,
          measure: async (state) => {
            if (!raced) {
              raced = true
              await rivalCommits(bench)
            }
            return wantsBoth.measure(state)
          },
        }),
        reapply,
      )
      expect((await mergeBucket(bench.id, [oneWord], bench.context)).outcome).toBe('committed')
      expect(await textIn(bench)).toBe(expected[reapply])
    },
  )

  test('deletes what a card edits: the card is dropped with that reason, and nothing comes back', async () => {
    const bench = await benchOf(wantsBoth)
    const head = await bench.context.ledger.get(bench.id)
    const without = { ...head, state: head.state.with('prompt', null) }
    await bench.context.ledger.commit([without], new Map([[bench.id, 1]]), { subject: 'rival', trailers: [] })
    expect((await mergeBucket(bench.id, [oneWord], bench.context)).outcome).toBe('all-stale')
    expect(await textIn(bench)).toBeUndefined()
    expect(endsOf(bench)['one-word']).toEqual([
      'all-stale',
      'The head holds all of it already, or has changed what it edits.',
    ])
  })
})
