import { describe, expect, test } from 'vitest'
import { complaintsOf } from './comments.mjs'

const lines = (count) => Array.from({ length: count }, (_, index) => `// line ${index}`).join('\n')

describe('a comment that tells history is refused', () => {
  test.each([
    ['used to', '// This used to be a list.'],
    ['no longer', '/* The head is no longer read here. */'],
    ['previously', '/** Previously a number. */'],
    ['was moved because', '// It was moved because the loop grew.'],
    ['over a line break', '// It was all\n// dropped because of size.'],
  ])('%s', (_, comment) => {
    expect(complaintsOf('a.ts', `export const a = 1\n${comment}\n`)).toEqual([
      expect.stringMatching(/^a\.ts:2: tells history/),
    ])
    expect(complaintsOf('a.rs', `fn a() {}\n${comment}\n`)).toEqual([
      expect.stringMatching(/^a\.rs:2: tells history/),
    ])
  })
})

test('the same words in code and in strings are accepted', () => {
  expect(
    complaintsOf('a.ts', "export const a = '// used to', b = `/* no longer */`, c = /\\/\\/ previously/\n"),
  ).toEqual([])
  expect(
    complaintsOf('a.rs', 'const A: &str = "// used to";\nconst B: &str = r#"/* " no longer */"#;\n'),
  ).toEqual([])
})

test('a lifetime and a quote character do not hide the comment behind them', () => {
  const source = "fn a<'x>(v: &'x str) -> char { '\"' } // used to be\n"
  expect(complaintsOf('a.rs', source)).toHaveLength(1)
})

test('a nested Rust comment ends where its outermost one ends', () => {
  expect(complaintsOf('a.rs', '/* a /* b */ previously */ fn a() {}\n')).toHaveLength(1)
  expect(complaintsOf('a.rs', '/* a /* b */ c */ const A: &str = "previously";\n')).toEqual([])
})

test('a present contract is accepted', () => {
  expect(complaintsOf('a.ts', '// The base was read before the head.\nexport const a = 1\n')).toEqual([])
})

test('a block may have six lines, and more at an entry point', () => {
  expect(complaintsOf('a.ts', lines(6))).toEqual([])
  expect(complaintsOf('a.ts', lines(7))).toEqual([expect.stringContaining('a comment of 7 lines')])
  expect(complaintsOf('a.ts', `/**\n${' * text\n'.repeat(6)} */`)).toEqual([])
  expect(complaintsOf('a.ts', `/**\n${' * text\n'.repeat(7)} */`)).toEqual([
    expect.stringContaining('a comment of 7 lines'),
  ])
  expect(complaintsOf('packages/core/src/index.ts', lines(40))).toEqual([])
  expect(complaintsOf('crates/a/src/lib.rs', lines(40))).toEqual([])
})

test('two blocks apart are two blocks', () => {
  expect(complaintsOf('a.ts', `${lines(4)}\n\n${lines(4)}\nexport const a = 1\n`)).toEqual([])
})
