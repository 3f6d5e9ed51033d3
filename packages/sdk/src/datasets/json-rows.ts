import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { dataError, placeOf } from './data-error.ts'
import type { Row } from './tasks-from.ts'

/**
 * Returns the rows of a JSON text: the list itself, or the list under one name.
 * @throws OptionError `bad-json` with line and column, `no-list`, `bad-row`
 */
export function jsonRows(text: string, file: string, list?: string): readonly Row[] {
  const content = parsedJson(text, text, { file, offset: 0 })
  const rows = list === undefined ? content : ownProperty(content, list)
  if (Array.isArray(rows)) return rows.map((row, index) => checkedRow(row, `${file}, row ${index}`))
  const lists = namesOfLists(content)
  const holder = list === undefined ? 'is no list of rows' : `has no list called ${JSON.stringify(list)}`
  throw dataError({
    code: 'no-list',
    where: file,
    what: holder,
    fix:
      lists.length === 0
        ? 'Give a list of objects, or an object that holds one under a name.'
        : `Name one of its lists: ${lists.map((name) => `rows: ${JSON.stringify(name)}`).join(', ')}.`,
  })
}

/**
 * Returns the rows of a text with one JSON object a line; blank lines are skipped.
 * @throws OptionError `bad-json` with line and column, `bad-row`
 */
export function jsonLines(text: string, file: string): readonly Row[] {
  const rows: Row[] = []
  let offset = 0
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() !== '') {
      const value = parsedJson(line.endsWith('\r') ? line.slice(0, -1) : line, text, { file, offset })
      rows.push(checkedRow(value, `${file}, line ${index + 1}`))
    }
    offset += line.length + 1
  }
  return rows
}

interface Source {
  readonly file: string
  /** Where the part begins in the whole text. */
  readonly offset: number
}

function parsedJson(part: string, whole: string, { file, offset }: Source): unknown {
  try {
    const value: unknown = JSON.parse(part)
    return value
  } catch {
    const [first] = problemsIn(part)
    const place = placeOf(whole, offset + (first?.offset ?? part.length))
    const name = first === undefined ? 'a mistake' : words(printParseErrorCode(first.error))
    throw dataError({
      code: 'bad-json',
      where: `${file}, ${place}`,
      what: `is no JSON: ${name}`,
      fix: 'Correct the file there.',
    })
  }
}

/** The built-in parser does not always say where it stopped; this one lists every problem with its offset. */
function problemsIn(text: string): readonly ParseError[] {
  const problems: ParseError[] = []
  parse(text, problems, { disallowComments: true })
  return problems
}

function words(code: string): string {
  return code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase()
}

function checkedRow(value: unknown, where: string): Row {
  if (isRow(value)) return value
  throw dataError({
    code: 'bad-row',
    where,
    what: `is ${Array.isArray(value) ? 'a list' : JSON.stringify(value)?.slice(0, 100)}, not an object`,
    fix: 'Every row has to be an object such as {"prompt": "...", "gold": "..."}.',
  })
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function ownProperty(value: unknown, name: string): unknown {
  return isRow(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function namesOfLists(value: unknown): readonly string[] {
  if (!isRow(value)) return []
  return Object.entries(value).flatMap(([name, part]) => (Array.isArray(part) ? [name] : []))
}
