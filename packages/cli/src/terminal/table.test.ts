import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { glossary, table, wrapped } from './table.ts'

test('a table lines its columns up and ends no line in a blank', () => {
  expect(
    table(
      [{ title: 'name' }, { title: 'n', align: 'right' }, { title: 'note' }],
      [
        ['a', '1', ''],
        ['longer', '100', 'x'],
      ],
    ),
  ).toBe('name      n  note\na         1\nlonger  100  x')
})

describe('wrapped lines', () => {
  property.prop([
    fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }),
    fc.integer({ min: 5, max: 40 }),
  ])('hold all words in order, none wider than it must be', (words, width) => {
    const lines = wrapped(words.join(' '), width)
    expect(lines.join(' ')).toBe(words.join(' '))
    for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true)
  })
})

test('a term that is too long for its column has a line of its own', () => {
  const long = `agentdescent ${'x'.repeat(40)}`
  expect(
    glossary([
      ['short', 'one'],
      [long, 'two'],
    ]),
  ).toBe(`short  one\n${long}\n       two`)
})
