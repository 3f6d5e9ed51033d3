import { fc, it as property } from '@fast-check/vitest'
import { expect } from 'vitest'
import { stateOf } from '../model/artifact.ts'
import { stableDistance } from './stable-distance.ts'

const state = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__'), fc.constantFrom('1', '2', '')))
  .map((entries) => stateOf(entries))

property.prop([state, state])('is the share of differing keys, the same from either side', (a, b) => {
  const keys = new Set([...a.keys(), ...b.keys()])
  const differing = [...keys].filter((key) => a.get(key) !== b.get(key)).length
  expect(stableDistance(a, b)).toBe(keys.size === 0 ? 0 : differing / keys.size)
  expect(stableDistance(b, a)).toBe(stableDistance(a, b))
})
