import { expect, test } from 'vitest'
import { diffOf } from '../../test/vectors/fixtures.ts'
import { fixedTrustRegion } from './fixed-trust-region.ts'

test('allows six edits of 32,000 characters by default, and names both figures beyond', () => {
  const region = fixedTrustRegion()
  const full = Array.from({ length: 6 }, () => 'x'.repeat(32_000))
  expect(region.refuse(diffOf(full))).toBeUndefined()
  expect(region.refuse(diffOf([...full, null]))).toBe('The diff has 7 edits; the trust region allows 6.')
  expect(region.refuse(diffOf(['a', 'x'.repeat(32_001)]))).toBe(
    'The new value of key "k1" has 32001 characters; the trust region allows 32000.',
  )
})

test('counts a character outside the basic plane as one', () => {
  const region = fixedTrustRegion({ maxCharacters: 2 })
  expect(region.refuse(diffOf(['🌍🌍']))).toBeUndefined()
  expect(region.refuse(diffOf(['🌍🌍x']))).toContain('has 3 characters')
})

test('does not move, however merges end', () => {
  const region = fixedTrustRegion({ maxEdits: 1 })
  region.observe([])
  expect(region.refuse(diffOf(['a', 'b']))).toContain('allows 1')
})
