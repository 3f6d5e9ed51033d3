import { describe, expect, test } from 'vitest'
import { fc, test as property } from '@fast-check/vitest'
import { contains } from './contains.ts'
import { exact } from './exact.ts'
import { lastNumber, lastNumberIn } from './last-number.ts'
import { noAnswer } from './no-answer.ts'
import { oneOf } from './one-of.ts'
import { scorer, scorerNames } from './scorer-table.ts'

const task = (gold: unknown): { id: string; prompt: string; meta: Record<string, unknown> } => ({
  id: 't',
  prompt: '',
  meta: { gold },
})

describe('a scorer', () => {
  test.each(scorerNames)('%s gives a missing answer 0, whatever it holds', (name) => {
    const gold = name === 'one-of' ? ['7'] : '7'
    expect(scorer(name)(task(gold), '7')).toBe(1)
    expect(scorer(name)(task(gold), noAnswer('truncated', '7'))).toBe(0)
    expect(scorer(name).scoring).toMatch(/ scores? 1 /)
  })

  test.each(scorerNames)('%s refuses a task that does not say what is expected', (name) => {
    expect(() => scorer(name)({ id: 'bare', prompt: '' }, '7')).toThrow(
      expect.objectContaining({ code: 'missing-gold', value: 'bare' }),
    )
  })

  test('is looked up by name, and the known names are listed for an unknown one', () => {
    expect(() => scorer('exakt')).toThrow(expect.objectContaining({ code: 'unknown-scorer' }))
    expect(() => scorer('exakt')).toThrow('contains, exact, last-number, numeric-close, one-of')
  })

  test('reads the expected answer under another name', () => {
    expect(exact({ goldKey: 'answer' })({ id: 't', prompt: '', meta: { answer: 'x' } }, 'X.')).toBe(1)
  })

  property.prop([fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })])(
    'exact and contains agree: what equals the expected answer contains it',
    (gold, output) => {
      if (exact()(task(gold), output) === 1 && gold.trim() !== '' && contains()(task(gold), output) === 0)
        expect(gold.replaceAll(/[\s.!?"']/g, '')).toBe('')
    },
  )

  test('ends on a million characters that invite a search at each of them', () => {
    expect(exact()(task('x'), `${'!'.repeat(500_000)}x${' '.repeat(500_000)}x`)).toBe(0)
    expect(lastNumberIn('1,'.repeat(500_000) + '-'.repeat(500_000))).toBe(1)
  })
})

describe('one of several answers', () => {
  test.each([
    { gold: ['Paris', 'City of Light'], options: {}, output: 'city of light.', reward: 1 },
    { gold: ['Paris'], options: {}, output: 'Paris, France', reward: 0 },
    { gold: 'Paris|Lutetia', options: { separator: '|' }, output: 'lutetia', reward: 1 },
    { gold: 'Paris', options: { normalise: false, separator: '|' }, output: 'paris', reward: 0 },
  ])('$gold with $options gives $output $reward', ({ gold, options, output, reward }) => {
    expect(oneOf(options)(task(gold), output)).toBe(reward)
  })

  test.each([['Paris'], [[]], [7]])('refuses %j, which is no list', (gold) => {
    expect(() => oneOf()(task(gold), 'x')).toThrow(expect.objectContaining({ code: 'bad-gold' }))
  })
})

describe('the last number of a text', () => {
  property.prop([
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom('', 'it is ', '3 apples, so '),
  ])('is the number written last', (number, before) => {
    expect(lastNumberIn(`${before}${number}`)).toBe(Number(String(number)))
  })

  test('may be close by a share of the expected number', () => {
    expect(lastNumber({ tolerance: 0.1 })(task('200'), 'about 219')).toBe(1)
    expect(lastNumber({ tolerance: 0.1 })(task('200'), 'about 221')).toBe(0)
  })
})
