import { expect, test } from 'vitest'
import { full } from './full.ts'
import { guarded } from './guarded.ts'
import { reflective } from './reflective.ts'

/** What each rule decides at these lags, tolerance 2: a = accept, r = rebase, d = discard. */
test.each([
  { rule: guarded(), kept: 'd a r r d d', breaking: 'd a d d d d' },
  { rule: full(), kept: 'd a a a a a', breaking: 'd a d d d d' },
  { rule: reflective(), kept: 'd a r r r r', breaking: 'd a d d d d' },
])('$rule.name decides by lag, tolerance and contract', ({ rule, kept, breaking }) => {
  const decided = (breaksContract: boolean): string =>
    [-1, 0, 1, 2, 3, 99]
      .map((staleBy) => rule.decide({ staleBy, tolerance: 2, breaksContract }).slice(0, 1))
      .join(' ')
  expect(decided(false)).toBe(kept)
  expect(decided(true)).toBe(breaking)
})

test('a card beyond the tolerance is lost to guarded, taken by full and verified again by reflective', () => {
  const late = { staleBy: 3, tolerance: 2, breaksContract: false }
  const decisions = [guarded(), full(), reflective()].map((rule) => rule.decide(late))
  expect(decisions).toEqual(['discard', 'accept', 'rebase'])
})
