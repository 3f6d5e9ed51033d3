import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { diffOf } from '../../test/vectors/fixtures.ts'
import { artifactId } from '../model/ids.ts'
import { adaptiveTrustRegion, type RegionOutcome } from './adaptive-trust-region.ts'

const outcomes: readonly RegionOutcome[] = [
  'committed',
  'below-threshold',
  'oversized',
  'oracle-rejected',
  'rolled-back',
  'all-stale',
]

test('refuses with the limits of the moment', () => {
  const region = adaptiveTrustRegion({ window: 1 })
  const diff = diffOf(['a', 'b', 'c', 'd'])
  expect(region.refuse(diff)).toBeUndefined()
  region.observeOutcome('oracle-rejected')
  expect(region.refuse(diff)).toBe('The diff has 4 edits; the trust region allows 3.')
})

test('learns from the reports of merges', () => {
  const region = adaptiveTrustRegion({ window: 2, widen: 2 })
  const counts = { considered: 1, survived: 1, stale: 0, oversized: 0, screened: 0, conflicts: 0 }
  const report = { artifact: artifactId('artifact'), counts, outcome: 'oversized', detail: '' } as const
  region.observe([report, report])
  expect(region.limits).toEqual({ maxEdits: 12, maxCharacters: 64_000 })
})

test('a window that met a bound decides once, and not again with each further outcome', () => {
  const region = adaptiveTrustRegion({ window: 4, minimum: { maxEdits: 6, maxCharacters: 32_000 }, widen: 2 })
  for (const outcome of ['committed', 'committed', 'committed', 'oracle-rejected'] as const)
    region.observeOutcome(outcome)
  expect([region.limits.maxEdits, region.moves]).toEqual([6, 0])
  for (let times = 0; times < 3; times++) region.observeOutcome('committed')
  expect(region.limits.maxEdits).toBe(6)
  region.observeOutcome('committed')
  expect(region.limits.maxEdits).toBe(12)
})

test('leaves the smallest limit again, although a quarter of one edit rounds to none', () => {
  const region = adaptiveTrustRegion({ initial: { maxEdits: 1, maxCharacters: 2000 }, window: 1 })
  region.observeOutcome('oversized')
  expect(region.limits).toEqual({ maxEdits: 2, maxCharacters: 2500 })
})

test.prop([fc.array(fc.constantFrom(...outcomes), { maxLength: 60 }), fc.integer({ min: 1, max: 5 })])(
  'stays within its bounds, shrinks only after a reversal, and counts every move',
  (observed, window) => {
    const region = adaptiveTrustRegion({ window })
    let moves = 0
    for (const [index, outcome] of observed.entries()) {
      const before = region.limits
      region.observeOutcome(outcome)
      const { maxEdits, maxCharacters } = region.limits
      if (maxEdits !== before.maxEdits || maxCharacters !== before.maxCharacters) moves += 1
      const recent = observed.slice(Math.max(0, index + 1 - window), index + 1)
      if (maxEdits < before.maxEdits)
        expect(recent.some((each) => each === 'oracle-rejected' || each === 'rolled-back')).toBe(true)
      expect(maxEdits >= 1 && maxEdits <= 64 && maxCharacters >= 2000 && maxCharacters <= 512_000).toBe(true)
    }
    expect(region.moves).toBe(moves)
  },
)

test.prop([
  fc.array(fc.constantFrom(...outcomes), { maxLength: 20 }),
  fc.array(fc.constantFrom(...outcomes), { maxLength: 20 }),
])('goes on from the state of another region as that one would have', (observed, further) => {
  const [whole, first, second] = [1, 2, 3].map(() => adaptiveTrustRegion({ window: 3 }))
  for (const outcome of [...observed, ...further]) whole?.observeOutcome(outcome)
  for (const outcome of observed) first?.observeOutcome(outcome)
  second?.restore(JSON.parse(JSON.stringify(first?.state())))
  for (const outcome of further) second?.observeOutcome(outcome)
  expect(second?.state()).toEqual(whole?.state())
})

test.each([null, [], [6, 32_000, 0, ['nonsense']], [6, 32_000, 0], ['6', 32_000, 0, []]])(
  'refuses to go on from %j',
  (state) => {
    expect(() => adaptiveTrustRegion().restore(state)).toThrow(expect.objectContaining({ code: 'bad-state' }))
  },
)
