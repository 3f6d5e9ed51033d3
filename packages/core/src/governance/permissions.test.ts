import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { diffOf } from '../../test/vectors/fixtures.ts'
import { permissions } from './permissions.ts'

describe('frozen keys', () => {
  const { allows } = permissions({ frozen: ['tests/**', 'scorer.py', '**/.git/**'] })

  test.each(['src/main.py', 'tests.md', 'scorer.pyx', 'a/scorer.py'])('leave %j alone', (key) => {
    expect(allows(key)).toBe(true)
  })

  test.each([
    'tests/a.py',
    'tests/deep/a.py',
    'Tests/A.py',
    'tests\\a.py',
    './tests/a.py',
    'tests//a.py',
    'src/../tests/a.py',
    'tests./a.py',
    'tests /a.py',
    'scorer.py',
    'SCORER.PY',
    'scorer.py.',
    '.git/config',
    'deep/.GIT/hooks/post-commit',
  ])('cover %j', (key) => {
    expect(allows(key)).toBe(false)
  })

  test('are recognised in either Unicode form', () => {
    expect(permissions({ frozen: ['r\u00e9sum\u00e9.md'] }).allows('re\u0301sume\u0301.md')).toBe(false)
  })

  test('stand above the editable ones', () => {
    expect(permissions({ editable: ['tests/**'], frozen: ['tests/gate.py'] }).allows('tests/gate.py')).toBe(
      false,
    )
  })
})

test('only editable keys can be changed where some are named', () => {
  const { allows } = permissions({ editable: ['src/**', 'SKILL.md'] })
  expect(['src/a.py', 'SKILL.md', 'setup.py', 'src'].map(allows)).toEqual([true, true, false, false])
})

test('a refusal names the key and the rule', () => {
  expect(permissions({ frozen: ['k1'] }).refuse(diffOf(['a', null]))).toBe('Key "k1" is frozen by "k1".')
  expect(permissions({ editable: ['k0'] }).refuse(diffOf(['a', 'b']))).toBe(
    'Key "k1" is not among the editable ones: k0.',
  )
})

test.prop([fc.array(fc.string(), { maxLength: 6 })])('everything can be changed by default', (values) => {
  expect(permissions().refuse(diffOf(values))).toBeUndefined()
})
