import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fc, test as property } from '@fast-check/vitest'
import { delimitedRows } from './delimited-rows.ts'
import { jsonLines, jsonRows } from './json-rows.ts'
import { readRows, readTasks } from './read-tasks.ts'

const cell = fc.string({
  unit: fc.constantFrom('a', 'ä', '"', ',', '\t', '\n', '\r\n', ' ', '\u{1f600}', '#'),
})

describe('rows of a CSV or TSV text', () => {
  property.prop([
    fc.array(fc.tuple(cell, cell), { minLength: 1 }),
    fc.constantFrom(',', '\t', ';'),
    fc.constantFrom('\n', '\r\n'),
  ])('come back as they were written, whatever their cells hold', (records, delimiter, ending) => {
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    const lines = [['left', 'right'], ...records].map((cells) => cells.map(quoted).join(delimiter))
    const text = `\ufeff${lines.join(ending)}${ending}`
    expect(delimitedRows(text, 'x.csv', { delimiter })).toEqual(
      records.map(([left, right]) => ({ left, right })),
    )
  })

  test('may come from a newcomer: a mark, quoted commas, CRLF, an empty line, a blank in a name', () => {
    const text = '\ufeffQuestion ,gold\r\n"Hello, you",a\r\n\r\nBye,b\r\n'
    expect(delimitedRows(text, 'x.csv', { delimiter: ',' })).toEqual([
      { 'Question ': 'Hello, you', gold: 'a' },
      { 'Question ': 'Bye', gold: 'b' },
    ])
  })

  test('may have a column of any name', () => {
    const [row] = delimitedRows('__proto__,constructor\n1,2\n', 'x.csv', { delimiter: ',' })
    expect(Object.entries(row ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })

  test.each([
    {
      text: 'a,b\n1,2\n\n1,2,3\n',
      code: 'ragged-row',
      words: 'x.csv, row 2 (line 4) has 3 cells where the header has 2.',
    },
    {
      text: 'a,b\n1\n',
      code: 'ragged-row',
      words: 'x.csv, row 1 (line 2) has 1 cells where the header has 2.',
    },
    { text: 'a,b\n"1,2\n', code: 'bad-row', words: 'Quote Not Closed' },
    { text: 'a,a\n1,2\n', code: 'bad-row', words: 'x.csv, header names the column "a" twice.' },
  ])('are refused with: $words', ({ text, code, words }) => {
    expect(() => delimitedRows(text, 'x.csv', { delimiter: ',' })).toThrow(expect.objectContaining({ code }))
    expect(() => delimitedRows(text, 'x.csv', { delimiter: ',' })).toThrow(words)
  })
})

describe('rows of a JSON text', () => {
  property.prop([fc.array(fc.dictionary(fc.string(), fc.jsonValue()))])(
    'are the objects of its list',
    (rows) => {
      const plain: unknown = JSON.parse(JSON.stringify(rows))
      expect(jsonRows(JSON.stringify(rows), 'x.json')).toEqual(plain)
      expect(jsonRows(JSON.stringify({ examples: rows }), 'x.json', 'examples')).toEqual(plain)
      expect(jsonLines(rows.map((row) => JSON.stringify(row)).join('\r\n'), 'x.jsonl')).toEqual(plain)
    },
  )

  test.each([
    {
      text: '[{"a": 1},\n  {"a": x}]',
      code: 'bad-json',
      words: 'x.json, line 2, column 9 is no JSON: invalid symbol.',
    },
    {
      text: '[{"a": 1}',
      code: 'bad-json',
      words: 'x.json, line 1, column 10 is no JSON: close bracket expected.',
    },
    { text: '', code: 'bad-json', words: 'x.json, line 1, column 1 is no JSON: value expected.' },
    { text: '[{"a": 1}, 2]', code: 'bad-row', words: 'x.json, row 1 is 2, not an object.' },
    {
      text: '{"meta": 1, "examples": [], "more": []}',
      code: 'no-list',
      words: 'Name one of its lists: rows: "examples", rows: "more".',
    },
    { text: '"x"', code: 'no-list', words: 'Give a list of objects' },
  ])('are refused with: $words', ({ text, code, words }) => {
    expect(() => jsonRows(text, 'x.json')).toThrow(expect.objectContaining({ code }))
    expect(() => jsonRows(text, 'x.json')).toThrow(words)
  })

  test('name the list that is missing', () => {
    expect(() => jsonRows('{"rows": []}', 'x.json', 'examples')).toThrow(
      'x.json has no list called "examples". Name one of its lists: rows: "rows".',
    )
  })

  test.each([
    { text: '{"a": 1}\n\n{"a": }\n', words: 'x.jsonl, line 3, column 7 is no JSON' },
    { text: '{"a": 1}\r\n[1]', words: 'x.jsonl, line 2 is a list, not an object.' },
  ])('one a line, are refused with: $words', ({ text, words }) => {
    expect(() => jsonLines(text, 'x.jsonl')).toThrow(words)
  })
})

describe('tasks of a data file', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rows-'))
    mkdirSync(join(folder, 'inner'))
    writeFileSync(join(folder, 'inner', 'tasks.json'), '\ufeff{"examples": [{"input": "1+1", "target": 2}]}')
    writeFileSync(join(folder, 'tasks.tsv'), 'prompt\tgold\na\tb\n')
    writeFileSync(join(folder, 'tasks.ndjson'), '{"prompt": "a"}\n')
    writeFileSync(join(folder, 'latin1.csv'), Buffer.from([0x61, 0x0a, 0xe4, 0x0a]))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  test('are read one level down, from where the naming file stands', async () => {
    const source = {
      path: 'tasks.json',
      baseFolder: join(folder, 'inner'),
      rows: 'examples',
      prompt: 'input',
      gold: 'target',
    }
    expect(await readTasks(source)).toEqual([{ id: '0', prompt: '1+1', meta: { gold: 2 } }])
  })

  test('are read in the format that the ending tells, from a path or a URL', async () => {
    const url = pathToFileURL(join(folder, 'tasks.tsv')).href
    expect(await readTasks({ path: url })).toEqual([{ id: '0', prompt: 'a', meta: { gold: 'b' } }])
    expect(await readRows({ path: join(folder, 'tasks.ndjson') })).toEqual([{ prompt: 'a' }])
  })

  test.each([
    { path: 'gone.csv', code: 'missing-file', words: 'gone.csv cannot be read as ' },
    { path: 'tasks.xlsx', code: 'unknown-format', words: 'does not end like a data file' },
    { path: 'latin1.csv', code: 'not-utf8', words: 'latin1.csv is no text in UTF-8.' },
  ])('are refused with: $words', async ({ path, code, words }) => {
    const reading = readTasks({ path, baseFolder: folder })
    await expect(reading).rejects.toMatchObject({ code, argument: 'path', value: path })
    await expect(reading).rejects.toThrow(words)
  })

  test('name the missing file as it was resolved', async () => {
    await expect(readRows({ path: 'gone.csv', baseFolder: folder })).rejects.toThrow(join(folder, 'gone.csv'))
  })
})
