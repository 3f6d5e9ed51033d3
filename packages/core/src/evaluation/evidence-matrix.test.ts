import { expect, test } from 'vitest'
import { stateOf } from '../model/artifact.ts'
import type { Measurement } from '../model/measurement.ts'
import { stateDigestOf } from '../runtime/state-digest.ts'
import { EvidenceMatrix, recorded } from './evidence-matrix.ts'
import type { Verifier } from './verifier.ts'

const named = (name: string) => stateOf([['text', name]])
const rows = (name: string, count: number): readonly Measurement[] =>
  Array.from({ length: count }, (_, index) => ({
    candidate: stateDigestOf(named(name)),
    task: `t${index % 2}`,
    trial: Math.floor(index / 2),
    reward: 1,
    metrics: {},
    ms: 0,
    evaluator: 'reward',
  }))

/** Answers with so many rows of two tasks with two trials each. */
const verifierOf = (count: number): Verifier => ({
  heldOut: ['t0', 't1'],
  estimate: async () => 1,
  measure: async () => rows('a', count),
  replay: async () => [],
})

test('keeps a full measurement, and none that was cut between two trials', async () => {
  const matrix = new EvidenceMatrix()
  await recorded(verifierOf(3), matrix, 4).measure(named('a'))
  expect(matrix.rowsOf(named('a'))).toEqual([])
  await recorded(verifierOf(4), matrix, 4).measure(named('a'))
  expect(matrix.rowsOf(named('a'))).toHaveLength(4)
})

test('forgets the candidate measured longest ago, never the first and never the newest', () => {
  const matrix = new EvidenceMatrix()
  for (let index = 0; index < 400; index++)
    matrix.record(stateDigestOf(named(`s${index}`)), rows(`s${index}`, 4))
  const kept = Array.from({ length: 400 }, (_, index) => matrix.rowsOf(named(`s${index}`)).length > 0)
  expect([kept[0], kept[1], kept[399]]).toEqual([true, false, true])
  expect(kept.filter(Boolean)).toHaveLength(256)
})
