import { test as propertyTest } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits, type ArtifactState, stateOf } from '../model/artifact.ts'
import { textMerger } from '../runtime/text-merger.ts'
import { appendRules } from './append-rules.ts'
import { keyedRules } from './keyed-rules.ts'
import { singleSlot } from './single-slot.ts'
import type { Strategy } from './strategy.ts'

function after(strategy: Strategy, ...proposals: readonly string[]): ArtifactState {
  return proposals.reduce(
    (state, proposal) => applyEdits(state, strategy.toEdits(state, proposal) ?? new Map()),
    strategy.initial(),
  )
}

/** Lines that look like what the strategies render themselves. */
const line = fc.constantFrom('a', 'b', '- a', '  - b', '## units', '\\## units', '(empty)', 'units: a', '')
const proposals = fc.array(
  fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  { maxLength: 4 },
)

propertyTest.prop([
  proposals,
  proposals,
  fc.constantFrom(appendRules(), keyedRules({ categories: ['units'] })),
])('two states that render alike are one state', (left, right, strategy) => {
  const [one, other] = [after(strategy, ...left), after(strategy, ...right)]
  const alike = strategy.render(one) === strategy.render(other)
  expect(alike).toBe(JSON.stringify([...one]) === JSON.stringify([...other]))
})

test('the first spelling of a rule stays, the second asks for nothing', () => {
  for (const strategy of [appendRules(), keyedRules({ categories: [] })]) {
    const state = after(strategy, 'Be brief.', ' BE BRIEF. ')
    expect([...state].map(([, value]) => value)).toEqual(['Be brief.'])
  }
})

test('one letter composed in two ways is one rule', () => {
  expect(after(appendRules(), 'caf\u00e9', 'cafe\u0301').size).toBe(1)
})

test('keys and categories may be in any script', () => {
  const strategy = keyedRules({ categories: ['Größe', '出力 形式', 'c++', 'a/b'] })
  const state = after(strategy, 'größe: klein', '出力 形式 : JSON', 'C++: 20', 'A/B: z')
  expect([...state]).toEqual([
    ['a/b', 'z'],
    ['c++', '20'],
    ['größe', 'klein'],
    ['出力 形式', 'JSON'],
  ])
})

test.each(['', ' ', 'a:b', 'two\nlines'])(
  'refuses the category %j, which no proposal could address',
  (name) => {
    expect(() => keyedRules({ categories: ['ok', name] })).toThrow(
      expect.objectContaining({ code: 'bad-category', value: JSON.stringify(name) }),
    )
  },
)

test('a name between letters is no category, and a category in another case is one', () => {
  expect(keyedRules({ categories: ['Units', ' units '] }).keys?.()).toEqual(['units'])
})

test('counts characters, not code units, for the shortest text', () => {
  const strategy = singleSlot({ minCharacters: 3 })
  expect(strategy.toEdits(strategy.initial(), '👍👍')).toBeUndefined()
  expect(strategy.toEdits(strategy.initial(), '👍👍👍')?.get('value')).toBe('👍👍👍')
})

test('starts from the given text as it is, and from nothing when it is blank', () => {
  expect(singleSlot({ initial: 'Answer.\n' }).initial().get('value')).toBe('Answer.\n')
  expect(singleSlot({ initial: ' \n' }).initial().size).toBe(0)
})

test('a proposal leaves the white space around the text as it is, and asks for nothing where it differs in that alone', () => {
  const strategy = singleSlot({ initial: '\n  Answer.\r\n\n' })
  const ask = (proposal: string) => strategy.toEdits(strategy.initial(), proposal)?.get('value')
  expect(ask('Be $& brief.\n')).toBe('\n  Be $& brief.\r\n\n')
  expect(['Answer.', 'Answer.\n', '\n  Answer.\r\n\n'].map(ask)).toEqual([undefined, undefined, undefined])
  expect(
    singleSlot()
      .toEdits(stateOf([['value', ' \n']]), 'Be brief.\n')
      ?.get('value'),
  ).toBe('Be brief.')
})

const blanks = fc.constantFrom('', '\n', '\n\n', '  \n', '\r\n')
const LINES = ['Answer.', 'Name the unit.', 'Cite the source.', 'Be polite.', 'Stop there.']

propertyTest.prop([fc.tuple(blanks, blanks), fc.constantFrom([0, 2], [0, 4], [1, 4], [2, 4])])(
  'changes of lines that are apart are both kept, also of the first and the last, whatever white space is around the text',
  async ([before, after], [first = 0, last = 0]) => {
    const strategy = singleSlot({ initial: `${before}${LINES.join('\n')}${after}` })
    const base = strategy.initial().get('value') ?? ''
    const [early, late] = [LINES[first] ?? '', LINES[last] ?? '']
    const edited = (line: string): string =>
      strategy.toEdits(strategy.initial(), base.replace(line, `Never ${line}`).trim())?.get('value') ?? ''
    const texts = textMerger({ isProse: () => false })
    const merged = await texts.merge('value', { base, ours: edited(early), theirs: edited(late) })
    expect(merged).toBe(base.replace(early, `Never ${early}`).replace(late, `Never ${late}`))
  },
)

test('all three hold prose', () => {
  for (const strategy of [appendRules(), singleSlot(), keyedRules({ categories: [] })])
    expect(strategy.isProse?.('any key')).toBe(true)
})
