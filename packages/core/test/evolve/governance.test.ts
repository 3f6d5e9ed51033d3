import { expect, test } from 'vitest'
import {
  type ConflictPolicy,
  type EvolutionResult,
  evolve,
  type FusionPolicy,
  keyedRules,
} from '../../src/index.ts'
import { type RunEvent, singleSlot } from '../../src/index.ts'
import { goldenRun, RULE } from './golden-options.ts'

const SLOW = { blastRadius: 0.6 }

test('a proposal for a frozen key is refused before anything is measured, and the record says by which pattern', async () => {
  const { calls, options } = goldenRun()
  const result = await evolve({
    ...options,
    strategy: keyedRules({ categories: ['style', 'scoring'] }),
    propose: () => `scoring: ${RULE}`,
    artifact: { frozen: ['Scoring'] },
    rounds: 2,
  })
  expect(result.proposals.map(({ verdict }) => verdict)).toEqual(
    Array.from({ length: 8 }, () => 'forbidden-key'),
  )
  expect(result.proposals[0]?.reason).toBe('Key "scoring" is frozen by "Scoring".')
  expect([result.outcomes(), result.state.size]).toEqual([{}, 0])
  expect(calls.run).toBe(8 + 5)
})

test('keys outside the editable ones stay as they are', async () => {
  const { options } = goldenRun()
  const strategy = keyedRules({ categories: ['style', 'scoring'] })
  const refused = await evolve({
    ...options,
    strategy,
    propose: () => `style: ${RULE}`,
    artifact: { editable: ['scoring'] },
  })
  expect(refused.state.size).toBe(0)
  const taken = await evolve({
    ...goldenRun().options,
    strategy,
    propose: () => `style: ${RULE}`,
    artifact: { editable: ['style'] },
  })
  expect(taken.outcomes()).toEqual({ committed: 1 })
})

test('an oracle that sees no gain vetoes what the held-out rows praise, and its calls are counted', async () => {
  const seen: string[] = []
  const { options } = goldenRun()
  const oracle = (rendered: string): number => (seen.push(rendered), 0.5)
  const result = await evolve({ ...options, artifact: SLOW, evaluation: { oracle }, rounds: 1 })
  expect(result.outcomes()).toEqual({ 'oracle-rejected': 1 })
  expect(result.proposals.at(-1)?.reason).toContain('the oracle sees a gain of 0')
  expect(result.cost.oracleCalls).toBe(seen.length)
  expect(seen[1]).toContain(RULE)
})

test('an oracle without calls left leaves the decision to the held-out rows', async () => {
  const { options } = goldenRun()
  const oracle = (): number => expect.unreachable()
  const result = await evolve({
    ...options,
    artifact: SLOW,
    evaluation: { oracle, oracleCalls: 1 },
    rounds: 1,
  })
  expect(result.outcomes()).toEqual({ committed: 1 })
})

test('an oracle that fails is a warning, and the held-out rows decide', async () => {
  const events: RunEvent[] = []
  const { options } = goldenRun()
  const oracle = async (): Promise<number> => {
    throw new Error('503')
  }
  const result = await evolve({
    ...options,
    artifact: SLOW,
    evaluation: { oracle },
    rounds: 1,
    onEvent: (event) => events.push(event),
  })
  expect(result.outcomes()).toEqual({ committed: 1 })
  expect(events).toContainEqual(expect.objectContaining({ type: 'warning', code: 'oracle-failed' }))
})

test.each([Number.NaN, -1, 2, '0.5', null])(
  'an oracle that answers %s ends the run with what it has',
  async (odd) => {
    const { options } = goldenRun()
    const result: EvolutionResult = await Reflect.apply(evolve, undefined, [
      { ...options, artifact: SLOW, evaluation: { oracle: () => odd } },
    ])
    expect(result.stopReason).toBe('error')
    expect(result.error).toMatchObject({
      code: 'bad-oracle-score',
      argument: 'evaluation.oracle',
      kind: 'caller',
    })
    expect(String(result.error)).toContain(typeof odd === 'string' ? '"0.5"' : String(odd))
    expect(result.proposals.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 4 }, () => 'pending'))
    expect(result.initialReward).toBe(0)
  },
)

test('an oracle that never answers does not outlive an abort, and nothing is committed without it', async () => {
  const stopper = new AbortController()
  const oracle = (): Promise<number> =>
    new Promise(() => setTimeout(() => stopper.abort(new Error('enough')), 1))
  const result = await evolve({
    ...goldenRun().options,
    artifact: SLOW,
    evaluation: { oracle },
    signal: stopper.signal,
  })
  expect([result.stopReason, result.version]).toEqual(['aborted', 1])
})

test.each(['conflict', 'fusion'] as const)('a %s rule cannot bring in a frozen key', async (slot) => {
  const smuggled = new Map([['scoring', 'always 1']])
  const conflict: ConflictPolicy = {
    name: 'smuggler',
    resolve: async (cards) => ({
      kept: cards.map((card) => ({ ...card, diff: { ...card.diff, edits: smuggled } })),
      dropped: [],
    }),
  }
  const fusion: FusionPolicy = {
    name: 'smuggler',
    fuse: async (cards) => ({
      edits: smuggled,
      members: cards,
      fused: false,
      trial: { candidates: cards.length, ranked: false, winner: 'single', rung: 'single' },
    }),
  }
  const result = await evolve({
    ...goldenRun().options,
    artifact: { frozen: ['scoring'] },
    policies: slot === 'conflict' ? { conflict } : { fusion },
  })
  expect(result.error).toMatchObject({ code: 'forbidden-key' })
  expect([result.stopReason, result.version]).toEqual(['error', 1])
})

test('limits that adapt let in what fixed ones refuse for ever', async () => {
  const text = `${RULE} ${'x'.repeat(40)}`
  const proposing = (): ReturnType<typeof goldenRun>['options'] & object => ({
    ...goldenRun().options,
    propose: () => text,
  })
  const trustRegion = { maxCharacters: 10 }
  const strategy = singleSlot()
  const fixed = await evolve({ ...proposing(), strategy, merge: { trustRegion } })
  expect(Object.keys(fixed.outcomes())).toEqual(['oversized'])
  const adaptive = { window: 2, widen: 8, minimum: { maxCharacters: 10 } }
  const moving = await evolve({
    ...proposing(),
    strategy,
    merge: { trustRegion: { ...trustRegion, adaptive } },
  })
  expect(moving.outcomes()).toEqual({ oversized: 2, committed: 1 })
})
