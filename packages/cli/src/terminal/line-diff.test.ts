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

  test.prop([lines, lines])(
    'changes no line more than a longest common subsequence leaves',
    (before, after) => {
      const common = lineDiff(before, after).filter(({ kind }) => kind === 'same').length
      expect(common).toBe(longestCommon(before.split('\n'), after.split('\n')))
    },
  )

  test('of two large texts without a line in common takes no time to speak of', () => {
    const text = (word: string): string =>
      Array.from({ length: 4000 }, (_, line) => `${word} ${line}`).join('\n')
    expect(lineDiff(text('old'), text('new'))).toHaveLength(8000)
  })
})

/** By the definition, without a table. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  let row: readonly number[] = [0, ...right.map(() => 0)]
  for (const old of left) {
    const next = [0]
    for (const [index, young] of right.entries())
      next.push(old === young ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}
