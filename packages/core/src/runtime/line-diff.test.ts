import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { lineDiff } from './line-diff.ts'

const lines = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'a longer line'), { maxLength: 12 })
  .map((parts) => parts.join('\n'))

describe('a comparison', () => {
  test.prop([lines, lines])('holds both texts, each in its order', (before, after) => {
    const diff = lineDiff(before, after)
    const of = (other: string): string =>
      diff
        .filter(({ kind }) => kind === 'same' || kind === other)
        .map(({ text }) => text)
        .join('\n')
    expect(of('removed')).toBe(before)
    expect(of('added')).toBe(after)
  })

  test.prop([lines])('of a text with itself finds no change', (text) => {
    expect(lineDiff(text, text).every(({ kind }) => kind === 'same')).toBe(true)
  })

  test.prop([lines, lines])('tells no line as gone and come in one place', (before, after) => {
    const told = lineDiff(before, after)
    for (const [at, { kind, text }] of told.entries())
      if (kind === 'removed' && told[at + 1]?.kind === 'added') expect(told[at + 1]?.text).not.toBe(text)
  })

  test('of two large texts without a line in common takes no time to speak of', () => {
    const text = (word: string): string =>
      Array.from({ length: 4000 }, (_, line) => `${word} ${line}`).join('\n')
    expect(lineDiff(text('old'), text('new'))).toHaveLength(8000)
  })
})
