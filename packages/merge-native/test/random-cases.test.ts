import { expect, test } from 'vitest'
import { typescriptKernel } from '@agentdescent/merge-native'
import { LEAST_SHARES, sharesOf } from './case-shares.ts'
import type { CaseShares } from './case-shares.ts'
import { randomCase } from './random-cases.ts'

test('generated cases try clean merges, conflicts, repeated lines and the prose pass often enough', () => {
  const cases = Array.from({ length: 1000 }, (_, seed) => randomCase(seed))
  expect(sharesOf(cases, typescriptKernel)).toSatisfy((shares: CaseShares) =>
    (['clean', 'conflict', 'repeatedLines', 'prosePass'] as const).every(
      (part) => shares[part] >= LEAST_SHARES[part],
    ),
  )
})
