import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { artifactId } from './ids.ts'
import { reaches, staleness, type VersionVector } from './version.ts'

const vector = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c').map(artifactId), fc.nat({ max: 5 })))
  .map((entries): VersionVector => new Map(entries))

test.prop([vector, vector])('a head reaches what it is nowhere behind', (head, base) => {
  const behind = [...base].some(([id, seen]) => (head.get(id) ?? 0) < seen)
  expect(reaches(head, base)).toBe(!behind)
  expect(reaches(head, base)).toBe(base.size === 0 || Math.min(...lags(head, base)) >= 0)
})

test.prop([vector, vector])(
  'staleness is the lag on the worst artifact, and none for an empty base',
  (head, base) => {
    expect(staleness(head, base)).toBe(base.size === 0 ? 0 : Math.max(...lags(head, base)))
  },
)

test.prop([vector])('nothing is stale against itself', (head) => {
  expect(staleness(head, head) + 0).toBe(0)
  expect(reaches(head, head)).toBe(true)
})

function lags(head: VersionVector, base: VersionVector): readonly number[] {
  return [...base].map(([id, seen]) => (head.get(id) ?? 0) - seen)
}
