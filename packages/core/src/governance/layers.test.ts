import { expect, test } from 'vitest'
import { artifactId } from '../model/ids.ts'
import { FROZEN_IDS, layerOf, refuseFrozen, toleranceOf } from './layers.ts'

test('a wide effect makes an artifact slow, a reserved name freezes it', () => {
  expect([0, 0.3, 0.31, 1].map((radius) => layerOf(artifactId('prompt'), radius))).toEqual([
    'fast',
    'fast',
    'slow',
    'slow',
  ])
  expect(FROZEN_IDS.map((id) => layerOf(artifactId(id), 0))).toEqual(FROZEN_IDS.map(() => 'frozen'))
})

test('a reserved id is refused with the ids that are reserved', () => {
  expect(() => refuseFrozen(artifactId('oracle'), 0.1)).toThrow(
    expect.objectContaining({
      code: 'frozen-artifact',
      value: '"oracle"',
      fix: expect.stringContaining('audit_budget'),
    }),
  )
  expect(() => refuseFrozen(artifactId('prompt'), 1)).not.toThrow()
})

test('the tolerance follows the settings, and is none for a diff that breaks the contract', () => {
  expect(toleranceOf('slow', false, { slow: 9, fast: 2 })).toBe(9)
  expect(toleranceOf('fast', false, { slow: 9, fast: 2 })).toBe(2)
  expect(toleranceOf('slow', true, { slow: 9, fast: 2 })).toBe(0)
})
