import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blobObject, treeObject } from './git-objects.ts'
import type { GitObject } from './git-objects.ts'
import { foldedName, keyOf } from './key-paths.ts'
import { editFiles, emptyDirectory } from './state-tree.ts'
import type { Directory, FileEdit } from './state-tree.ts'

const names = fc.constantFrom(
  'a',
  'A',
  'é',
  'e\u0301',
  'É',
  'a/b',
  'A/b',
  'a/B/c',
  '',
  '/',
  'straße',
  'STRASSE',
  'ſ',
  's',
  '%+0a',
  '.git',
)
const key = fc.oneof(
  names,
  fc.tuple(names, names).map((pair) => pair.join('/')),
)
const edit = fc.record({ key, oid: fc.option(fc.constantFrom(...['1', '2'].map(oidOf)), { nil: undefined }) })

property.prop([fc.array(fc.array(edit, { maxLength: 8 }), { maxLength: 6 })])(
  'a tree holds what a Map holds after the same edits, under names that no file system confuses',
  (commits) => {
    const oracle = new Map<string, string>()
    let directory = emptyDirectory
    for (const edits of commits) {
      for (const { key: name, oid } of edits)
        if (oid === undefined) oracle.delete(name)
        else oracle.set(name, oid)
      directory = edited(directory, edits)
      expect(filesOf(directory)).toEqual(oracle)
      expect(directory.oid).toBe(oidOfEntries(directory))
      expectNoConfusion(directory)
    }
  },
)

test('a key keeps its path when one that looks alike comes and goes', () => {
  const first = edited(emptyDirectory, [{ key: 'README.md', oid: oidOf('1') }])
  const both = edited(first, [{ key: 'readme.md', oid: oidOf('2') }])
  expect([...both.entries.keys()]).toEqual(['README.md', expect.stringMatching(/^readme\.md%~[0-9a-f]{10}$/)])
  const left = edited(both, [{ key: 'README.md', oid: undefined }])
  expect([...left.entries.keys()]).toEqual([[...both.entries.keys()][1]])
})

test('a key and a key below it are both there', () => {
  const directory = edited(
    emptyDirectory,
    ['a', 'a/b', 'a/b/c'].map((name) => ({ key: name, oid: oidOf('1') })),
  )
  expect([...filesOf(directory).keys()].toSorted()).toEqual(['a', 'a/b', 'a/b/c'])
})

test('one edit of 10,000 flat keys writes two small trees', () => {
  const large = edited(
    emptyDirectory,
    Array.from({ length: 10_000 }, (_, index) => ({ key: `rule-${index}`, oid: oidOf('1') })),
  )
  const trees: GitObject[] = []
  const next = editFiles(large, [{ key: 'rule-77', oid: oidOf('2') }], (tree) => trees.push(tree))
  expect(filesOf(next).size).toBe(10_000)
  expect(filesOf(next).get('rule-77')).toBe(oidOf('2'))
  expect(trees.map(({ bytes }) => bytes.length < 10_000)).toEqual([true, true])
})

test('a directory that grows past 1,000 entries spreads the further ones and moves none', () => {
  let directory = emptyDirectory
  for (let index = 0; index < 1010; index++)
    directory = edited(directory, [{ key: `rule-${index}`, oid: oidOf('1') }])
  const own = [...directory.entries.keys()].filter((name) => name.startsWith('rule-'))
  expect(own.length).toBe(1000)
  expect(filesOf(directory).size).toBe(1010)
})

function edited(directory: Directory, edits: readonly FileEdit[]): Directory {
  return editFiles(directory, edits, () => {})
}

function oidOf(text: string): string {
  return blobObject(text).oid
}

/** Returns the id that the directory's entries have as a tree, and makes sure of those below it. */
function oidOfEntries({ entries }: Directory): string {
  for (const entry of entries.values())
    if (entry.kind === 'directory') expect(entry.oid).toBe(oidOfEntries(entry.directory))
  return treeObject([...entries].map(([name, { kind, oid }]) => ({ name, kind, oid }))).oid
}

function filesOf(directory: Directory, above: readonly string[] = []): Map<string, string> {
  const files = new Map<string, string>()
  for (const [name, entry] of directory.entries) {
    const path = [...above, name]
    const below =
      entry.kind === 'directory'
        ? filesOf(entry.directory, path)
        : ([[keyOf(path) ?? 'no key', entry.oid]] as const)
    for (const [each, oid] of below) {
      expect(files.has(each)).toBe(false)
      files.set(each, oid)
    }
  }
  return files
}

function expectNoConfusion(directory: Directory): void {
  const folded = [...directory.entries.keys()].map(foldedName)
  expect(new Set(folded).size).toBe(folded.length)
  for (const entry of directory.entries.values())
    if (entry.kind === 'directory') expectNoConfusion(entry.directory)
}
