import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test as property, fc } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { filePath } from './file-path.ts'

const BASE = join(import.meta.dirname, 'folder')

property.prop([
  fc.array(
    fc.string({ minLength: 1 }).filter((name) => !/[/\\\0]|^\.{1,2}$/.test(name)),
    { minLength: 1 },
  ),
])('H4: a file: URL is the path that it was made from, wherever a relative path would start', (names) => {
  const path = join(BASE, ...names)
  expect(filePath(pathToFileURL(path).href, '/elsewhere')).toBe(path)
})

test('H4: a relative path starts from the folder, an absolute one does not', () => {
  expect(filePath('./prompt.txt', BASE)).toBe(join(BASE, 'prompt.txt'))
  expect(filePath(join(BASE, 'prompt.txt'), '/elsewhere')).toBe(join(BASE, 'prompt.txt'))
})

test.each(['file://server/share/prompt.txt', 'file:///a%2Fb'])(
  'H4: %s, which names no file of this host, is refused with the way to write one',
  (written) => {
    expect(() => filePath(written, BASE)).toThrow(expect.objectContaining({ code: 'bad-path' }))
  },
)
