import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { textBytes, textTargetAt } from './text-target.ts'
import { writeTextTarget } from './write-text-target.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'agentdescent-target-'))

function fileWith(content: string | Uint8Array): string {
  const path = join(folder(), 'prompt.txt')
  writeFileSync(path, content)
  return path
}

describe('the form of a file', () => {
  test.each([
    ['line feeds', 'one\ntwo\n', 'new\nlines', 'new\nlines\n'],
    ['carriage returns', 'one\r\ntwo\r\n', 'new\nlines', 'new\r\nlines\r\n'],
    ['no final line break', 'one\ntwo', 'new\nlines\n', 'new\nlines'],
    ['a byte order mark', '\uFEFFone\r\n', 'new', '\uFEFFnew\r\n'],
    ['several final line breaks', 'one\n\n\n', 'new', 'new\n\n\n'],
    ['mixed line ends', 'one\r\ntwo\nthree', 'new\nlines', 'new\nlines'],
    ['nothing', '', 'new', 'new'],
  ])('%s is kept when its text is replaced', async (...[, before, text, after]) => {
    const path = fileWith(before)
    const { hash } = await textTargetAt(path)
    await writeTextTarget({ path, text, baseHash: hash })
    expect(readFileSync(path, 'utf8')).toBe(after)
    expect(readFileSync(`${path}.bak-0`, 'utf8')).toBe(before)
  })

  property.prop([fc.array(fc.constantFrom('a', ' ', '\n', 'ü', '\t')), fc.boolean(), fc.boolean()])(
    'gives back every byte of a text that nobody changed',
    async (parts, hasReturns, hasMark) => {
      const content = (hasMark ? '\uFEFF' : '') + parts.join('').replaceAll('\n', hasReturns ? '\r\n' : '\n')
      const { form, text } = await textTargetAt(fileWith(content))
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(textBytes(text, form))).toBe(content)
    },
  )
})

test('a file that changed since is refused as it is, and written with force', async () => {
  const path = fileWith('old\n')
  const { hash: baseHash } = await textTargetAt(path)
  writeFileSync(path, 'edited by hand\n')
  await expect(writeTextTarget({ path, text: 'new', baseHash })).rejects.toMatchObject({
    code: 'target-changed',
  })
  expect(readdirSync(join(path, '..'))).toEqual(['prompt.txt'])
  expect(await writeTextTarget({ path, text: 'new', baseHash, force: true })).toMatchObject({
    outcome: 'written',
  })
  expect(readFileSync(`${path}.bak-0`, 'utf8')).toBe('edited by hand\n')
})

test('a file that came into being since is refused, and one that went too', async () => {
  const path = fileWith('somebody else\n')
  await expect(writeTextTarget({ path, text: 'new', baseHash: null })).rejects.toMatchObject({
    code: 'target-changed',
  })
  const gone = { path: join(folder(), 'gone.txt'), text: 'new', baseHash: '0'.repeat(64) }
  await expect(writeTextTarget(gone)).rejects.toThrow('is not there any more')
})

test('backups are numbered, and none is written over', async () => {
  const path = fileWith('one')
  for (const text of ['two', 'three']) {
    const { hash: baseHash } = await textTargetAt(path)
    await writeTextTarget({ path, text, baseHash })
  }
  expect([0, 1].map((number) => readFileSync(`${path}.bak-${number}`, 'utf8'))).toEqual(['one', 'two'])
})

test('the same text is no change: nothing is written, not even a backup', async () => {
  const path = fileWith('same\r\n')
  expect(await writeTextTarget({ path, text: 'same\n', baseHash: 'whatever' })).toEqual({
    path,
    outcome: 'unchanged',
  })
  expect(readdirSync(join(path, '..'))).toEqual(['prompt.txt'])
})

test('a dry run names the bytes and the backup, and writes neither', async () => {
  const path = fileWith('old')
  const { hash: baseHash } = await textTargetAt(path)
  expect(await writeTextTarget({ path, text: 'newer', baseHash, dryRun: true })).toEqual({
    path,
    outcome: 'would-write',
    bytes: 5,
    backup: `${path}.bak-0`,
  })
  expect(readdirSync(join(path, '..'))).toEqual(['prompt.txt'])
})

test('a new file has a final line break, and no backup', async () => {
  const path = join(folder(), 'new.txt')
  expect(await writeTextTarget({ path, text: 'new', baseHash: null })).toEqual({
    path,
    outcome: 'written',
    bytes: 4,
  })
  expect(readFileSync(path, 'utf8')).toBe('new\n')
})

test('permissions stay, and a link keeps pointing to the file', async () => {
  const path = fileWith('old')
  chmodSync(path, 0o640)
  const link = join(folder(), 'link.txt')
  symlinkSync(path, link)
  const { hash: baseHash } = await textTargetAt(link)
  await writeTextTarget({ path: link, text: 'new', baseHash })
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o640])
})

test('bytes that are no text are refused', async () => {
  const path = fileWith(new Uint8Array([0xff, 0xfe, 0x00]))
  await expect(textTargetAt(path)).rejects.toMatchObject({ code: 'not-utf8', argument: 'target' })
})
