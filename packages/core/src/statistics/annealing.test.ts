import { expect, it } from 'vitest'
import { acceptanceThreshold, annealedDelta } from './annealing.ts'

it.each([
  [1, 0.5054],
  [2, 0.5107],
  [4, 0.5212],
  [8, 0.5415],
  [16, 0.5796],
  [32, 0.6464],
  [64, 0.75],
  [128, 0.875],
  [256, 0.9688],
  [362, 0.99],
  [10_000, 0.99],
])('asks at version %i for more than %f', (version, threshold) => {
  expect(acceptanceThreshold(version)).toBeCloseTo(threshold, 4)
})

it('halves the risk every half-life, from the base at version 0', () => {
  const annealing = { baseDelta: 0.4, halfLife: 10 }
  expect(annealedDelta(0, annealing)).toBe(0.4)
  expect(annealedDelta(10, annealing)).toBe(0.2)
  expect(annealedDelta(20, annealing)).toBe(0.1)
})

it('takes a half-life below one version for one version', () => {
  expect(annealedDelta(2, { baseDelta: 0.4, halfLife: 0 })).toBe(0.1)
})
