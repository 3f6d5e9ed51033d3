import { expect, test } from 'vitest'
import { evolve, keyedRules, type RunEvent, singleSlot } from '../../src/index.ts'
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

test('an oracle that answers NaN ends the run with its partial result, and the error names the value', async () => {
  const { options } = goldenRun()
  const result = await evolve({ ...options, artifact: SLOW, evaluation: { oracle: () => Number.NaN } })
  expect(result.error).toMatchObject({
    code: 'bad-oracle-score',
    argument: 'evaluation.oracle',
    value: 'NaN',
  })
  expect([result.stopReason, result.rollouts > 0]).toEqual(['error', true])
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
