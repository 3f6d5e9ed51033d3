import { expect, test } from 'vitest'
import { contextOf, witnessOf } from '../../testing/acceptance-fixtures.ts'
import { taskOf } from '../../testing/evidence-fixtures.ts'
import { acceptanceByAdvantage } from './acceptance-by-advantage.ts'
import { betaPosterior } from './beta-posterior.ts'
import { stableDistanceGate } from './stable-distance-gate.ts'

const tie = { base: [5, 5], next: [5, 5], version: 1 } as const
const gain = { base: [5, 5], next: [7, 3], version: 1 } as const

test('says which figures refused a candidate', () => {
  const [same, worse] = [tie, { ...tie, next: [4, 6] as const }].map((scores) =>
    betaPosterior().judge(contextOf(scores)),
  )
  expect(same).toMatchObject({
    reason: 'below-threshold',
    detail: 'The probability of improvement, 0.5000, is not above 0.5054.',
  })
  expect(worse).toMatchObject({
    reason: 'regression',
    detail: 'The held-out rate falls from 0.5000 to 0.4000.',
  })
})

test('a probability that equals the threshold is not above it', () => {
  const { probability, threshold, accepted } = betaPosterior().judge(contextOf({ ...tie, version: 0 }))
  expect([probability, threshold, accepted]).toEqual([0.5, 0.5, false])
})

test('the same edits measured on the same tasks count once, on other tasks again', () => {
  const probabilityWith = (...taskIds: readonly string[]): number => {
    const cards = taskIds.map((id) => witnessOf(`by ${id}`, true, { delta: 1, tasks: [taskOf(id)] }))
    return betaPosterior().judge(contextOf({ ...tie, cards })).probability
  }
  const [once, twice, two] = [probabilityWith('a'), probabilityWith('a', 'a'), probabilityWith('a', 'b')]
  expect(twice).toBe(once)
  expect(two).toBeGreaterThan(once)
})

test('a card that was not measured says nothing', () => {
  const cards = [witnessOf('unmeasured', true, {})]
  expect(betaPosterior().judge(contextOf({ ...tie, cards })).probability).toBe(0.5)
})

test('a smaller risk or a shorter half-life asks for more', () => {
  const thresholds = [{}, { baseDelta: 0.1 }, { annealHalfLife: 1 }].map(
    (options) => betaPosterior(options).judge(contextOf({ ...gain, version: 4 })).threshold,
  )
  const [usual = 1, careful = 0, quick = 0] = thresholds
  expect(careful).toBeGreaterThan(usual)
  expect(quick).toBeGreaterThan(usual)
})

test('a good advantage carries a tie, a bad one sinks a gain, and an unknown one changes nothing', () => {
  const judged = (advantage: number | undefined, scores: typeof tie | typeof gain) => {
    const cards = [witnessOf('c', true, advantage === undefined ? {} : { advantage })]
    const context = contextOf({ ...scores, cards })
    return [betaPosterior(), acceptanceByAdvantage(betaPosterior(), { strength: 3 })].map(
      (rule) => rule.judge(context).accepted,
    )
  }
  expect(judged(1, tie)).toEqual([false, true])
  expect(judged(-2, gain)).toEqual([true, false])
  expect(judged(undefined, gain)).toEqual([true, true])
})

test('an advantage never moves the measured gain, nor speaks for a diff of other keys', () => {
  const rule = acceptanceByAdvantage(betaPosterior(), { strength: 3 })
  const cards = [witnessOf('c', false, { advantage: 5 })]
  const { probability, gain: measured } = rule.judge(contextOf({ ...gain, cards }))
  expect([probability, measured]).toEqual([
    betaPosterior().judge(contextOf(gain)).probability,
    betaPosterior().judge(contextOf(gain)).gain,
  ])
})

test('advantages add to the favour that an outer rule found', () => {
  const rule = acceptanceByAdvantage(acceptanceByAdvantage(betaPosterior()))
  const cards = [witnessOf('c', true, { advantage: 1 })]
  const [once, twice] = [acceptanceByAdvantage(betaPosterior()), rule].map(
    (each) => each.judge(contextOf({ ...tie, cards })).probability,
  )
  expect(twice).toBeGreaterThan(once ?? 1)
})

test('far from stable a gain has to be larger', () => {
  const context = { ...contextOf(gain), stableDistance: 1 }
  const strengths = [0, 0.19, 0.21]
  expect(betaPosterior().judge(context).accepted).toBe(true)
  expect(
    strengths.map((strength) => stableDistanceGate(betaPosterior(), { strength }).judge(context).accepted),
  ).toEqual([true, true, false])
})

test.each([
  { name: 'a risk above 1', make: () => betaPosterior({ baseDelta: 1.1 }) },
  { name: 'a negative half-life', make: () => betaPosterior({ annealHalfLife: -1 }) },
  { name: 'a negative strength', make: () => stableDistanceGate(betaPosterior(), { strength: -1 }) },
  { name: 'no number', make: () => acceptanceByAdvantage(betaPosterior(), { strength: Number.NaN }) },
])('refuses $name', ({ make }) => {
  expect(make).toThrow(expect.objectContaining({ code: 'bad-setting' }))
})
