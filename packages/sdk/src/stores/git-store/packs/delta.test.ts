import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect } from 'vitest'
import { applyDelta, commonEnds, deltaBetween, deltaOfMiddle, linesOf } from './delta.ts'

/** Of two letters, so that beginnings and ends meet by chance too, and long enough to be compared in strides. */
const text = fc
  .tuple(
    fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 20 }),
    fc.integer({ min: 0, max: 700 }),
  )
  .map(([letters, length]) => letters + 'c'.repeat(length))
const texts = fc
  .tuple(text, text, text, text)
  .map(([start, middle, other, end]) => [start + middle + end, start + other + end] as const)

property.prop([texts])('what two texts begin and end with in common is found whole', ([left, right]) => {
  const { start, end } = commonEnds(Buffer.from(left), Buffer.from(right))
  const shorter = Math.min(left.length, right.length)
  expect(right.startsWith(left.slice(0, start))).toBe(true)
  expect(start === shorter || left[start] !== right[start]).toBe(true)
  expect(right.endsWith(left.slice(left.length - end))).toBe(true)
  const isDifferentBefore = left.at(-1 - end) !== right.at(-1 - end)
  expect(start + end === shorter || isDifferentBefore).toBe(true)
})

property.prop([texts])('a delta makes the one text of the other', ([left, right]) => {
  const [base, target] = [Buffer.from(left), Buffer.from(right)]
  expect(applyDelta(base, deltaOfMiddle(base, target)).toString()).toBe(right)
  expect(applyDelta(base, deltaBetween(linesOf(base), linesOf(target))).toString()).toBe(right)
})
