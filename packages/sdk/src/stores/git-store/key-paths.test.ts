import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedName, keyOf, namesOf } from './key-paths.ts'

const safe = [
  'value',
  'SKILL.md',
  'scripts/run.py',
  'docs/Über uns.md',
  '日本語/ä.txt',
  '.claude/settings.json',
  'a b',
]

test.each(safe)('%j is its own path', (key) => {
  expect(namesOf(key).join('/')).toBe(key)
})

test.each([
  ['', '%-'],
  ['a//b', 'a/%-/b'],
  ['.', '%2E'],
  ['../x', '%2E%2E/x'],
  ['.git/config', '%2Egit/config'],
  ['.GIT', '%2EGIT'],
  ['git~1', 'git%7E1'],
  ['HEAD', '%48EAD'],
  ['nul.txt', '%6Eul.txt'],
  ['-rf', '%2Drf'],
  ['end.', 'end%2E'],
  ['50%', '50%25'],
  ['a\0b', 'a%00b'],
])('%j becomes %s', (key, path) => {
  expect(namesOf(key).join('/')).toBe(path)
})

test.each(['50%', '%zz', '%FF', 'a%_', '%2e'])('%s is the path of no key', (path) => {
  expect(keyOf(path.split('/'))).toBeUndefined()
})

const segment = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '.git',
    'CON',
    'con.',
    'HEAD',
    '%-',
    '%_',
    '%~0a',
    '%+0a',
    'é',
    'e\u0301',
    '-',
    ' ',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)
const anyKey = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))

property.prop([anyKey])('a key comes back from its path', (raw) => {
  const key = raw.toWellFormed()
  expect(keyOf(namesOf(key))).toBe(key)
})

property.prop([anyKey])('every name of a path is one that git, Windows and macOS take', (key) => {
  for (const name of namesOf(key.toWellFormed())) {
    expect(Buffer.byteLength(name)).toBeLessThan(255)
    expect(name).not.toMatch(/^$|^\.{1,2}$|[\p{Cc}/\\:*?"<>|]|[. ]$/u)
    expect(foldedName(name)).not.toMatch(/^(\.git|git~\d|head$|(con|nul|aux|prn|com\d|lpt\d)(\.|$))/)
  }
})
