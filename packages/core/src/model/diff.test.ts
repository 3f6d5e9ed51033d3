import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { diffOf } from '../../test/vectors/fixtures.ts'
import {
  contradictions,
  contradicts,
  type Diff,
  type Edits,
  overlaps,
  sameEdits,
  sharedKeys,
  unionOfEdits,
} from './diff.ts'

const edits = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.constantFrom('x', 'X', 'y', null)))
  .map((list): Edits => new Map(list))
const diff = edits.map((given): Diff => ({ ...diffOf([]), edits: given }))
const ignoringCase = (_key: string, left: string | null, right: string | null): boolean =>
  left?.toLowerCase() === right?.toLowerCase()

test.prop([diff, diff])('overlap and contradiction do not depend on the order of the two', (left, right) => {
  expect(overlaps(left, right)).toBe(overlaps(right, left))
  expect(contradicts(left, right)).toBe(contradicts(right, left))
  expect(sharedKeys(left, right).toSorted()).toEqual(sharedKeys(right, left).toSorted())
})

test.prop([diff, diff])('only a shared key can contradict, and no diff contradicts itself', (left, right) => {
  const shared = sharedKeys(left, right)
  expect(contradictions(left, right).every((key) => shared.includes(key))).toBe(true)
  expect(contradictions(left, left)).toEqual([])
})

test.prop([diff, diff])('what a strategy holds for the same contradicts less, never more', (left, right) => {
  const exact = contradictions(left, right)
  expect(contradictions(left, right, ignoringCase).every((key) => exact.includes(key))).toBe(true)
})

test.prop([diff, diff])('the union of two that do not contradict is the same either way', (left, right) => {
  fc.pre(!contradicts(left, right))
  expect(sameEdits(unionOfEdits([left, right]), unionOfEdits([right, left]))).toBe(true)
})

test.prop([fc.array(diff)])(
  'a union holds every key, at the value of the last diff that edits it',
  (diffs) => {
    const union = unionOfEdits(diffs)
    for (const key of new Set(diffs.flatMap(({ edits: given }) => [...given.keys()])))
      expect(union.get(key)).toBe(diffs.findLast(({ edits: given }) => given.has(key))?.edits.get(key))
    expect(unionOfEdits(diffs.flatMap((each) => [each, each]))).toEqual(union)
  },
)

test('a deletion and an empty text are different edits', () => {
  expect(contradictions(diffOf([null]), diffOf(['']))).toEqual(['k0'])
  expect(sameEdits(diffOf([null]).edits, diffOf(['']).edits)).toBe(false)
  expect(sameEdits(diffOf([null]).edits, diffOf([null]).edits)).toBe(true)
})

test('edits of other keys are not the same, also when one set is part of the other', () => {
  expect(sameEdits(diffOf(['x']).edits, diffOf(['x', 'y']).edits)).toBe(false)
  expect(sameEdits(diffOf(['x']).edits, new Map([['other', 'x']]))).toBe(false)
})
