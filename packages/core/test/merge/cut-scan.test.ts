import { expect, test } from 'vitest'
import { mergeBucket } from '../../src/merge/pipeline.ts'
import type { Verdict } from '../../src/model/candidate.ts'
import { defaultPolicies } from '../../src/policies/default-policies.ts'
import { cardOf } from '../../src/testing/evidence-fixtures.ts'
import { mergeBench } from './merge-bench.ts'
import { itemsOf, solvedShare } from './solved-share.ts'

const full = solvedShare(itemsOf(['a', 'b', 'c', 'd'].map((key) => [key, 'good'])))
const verdict: Verdict = { accepted: true, probability: 1, threshold: 0.5, gain: 1 }

test.each([
  ['cut', 2, 'below-threshold'],
  ['whole', 4, 'committed'],
] as const)('a rule that accepts everything meets a %s scan of %d rows: %s', async (_, rows, outcome) => {
  const bench = await mergeBench({
    state: [],
    verifier: {
      ...full,
      measure: async (state) => (await full.measure(state)).slice(0, state.size === 0 ? 4 : rows),
    },
    parts: { policies: { ...defaultPolicies(), acceptance: { name: 'accept-all', judge: () => verdict } } },
  })
  const report = await mergeBucket(bench.id, [cardOf('d0', [['a', 'good']])], bench.context)
  expect(report.outcome).toBe(outcome)
})
