import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import {
  BackendError,
  ContractError,
  isTransient,
  LedgerError,
  LimitError,
  messageOf,
  OptionError,
  shown,
} from './errors.ts'

test('an error names its class, code, argument, value and advice, and reads as one text', () => {
  const cause = new Error('below')
  const details = { code: 'bad', message: 'It is 7.', argument: 'a.b', value: '7', fix: 'Make it 8.', cause }
  const error = new OptionError(details)
  expect(error).toMatchObject({
    name: 'OptionError',
    code: 'bad',
    argument: 'a.b',
    value: '7',
    fix: 'Make it 8.',
    cause,
  })
  expect(String(error)).toBe('OptionError: It is 7. Make it 8.')
  expect(String(new OptionError({ code: 'bad', message: 'It is 7.' }))).toBe('OptionError: It is 7.')
})

test('says who has to act', () => {
  const details = { code: 'c', message: 'm' }
  const errors = [
    new OptionError(details),
    new ContractError(details),
    new BackendError(details),
    new LedgerError(details),
  ]
  expect(errors.map(({ kind }) => kind)).toEqual(['caller', 'caller', 'backend', 'ledger'])
})

test("only a failure behind the caller's code can pass", () => {
  const details = { code: 'c', message: 'm' }
  const lasting = [new ContractError(details), new LedgerError(details), new LimitError(details)]
  expect(lasting.map(isTransient)).toEqual([false, false, false])
  expect(
    [new BackendError(details), new TypeError('fetch failed'), 'text', undefined].map(isTransient),
  ).toEqual([true, true, true, true])
})

test.prop([fc.anything({ withBigInt: true, withDate: true, withMap: true })])(
  'shows anything in one line of at most 200 characters without half a character',
  (value) => {
    expect(shown(value)).toMatch(/^[^\n]{0,200}$/)
    expect(shown(value)).not.toMatch(/\p{Surrogate}/u)
  },
)

test('shows the start of a long text, whole characters only', () => {
  const text = `x${'🌍'.repeat(200)}`
  expect(shown(text)).toMatch(/^"x(🌍)+\.\.\.$/u)
  expect(shown('a\n\tb')).toBe('"a\\n\\tb"')
})

test('shows what JSON cannot', () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  expect([Number.NaN, undefined, () => 1, circular, 7n].map(shown)).toEqual([
    'NaN',
    'undefined',
    'a function',
    'an object',
    '7',
  ])
})

test('takes the sentence of an error, its name where it has none, and shows anything else', () => {
  expect([new Error('No.'), new TypeError(''), 'text'].map(messageOf)).toEqual(['No.', 'TypeError', '"text"'])
})
