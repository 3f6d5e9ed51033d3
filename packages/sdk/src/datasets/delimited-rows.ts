import { parse } from 'csv-parse/sync'
import { dataError } from './data-error.ts'
import type { Row } from './tasks-from.ts'

export interface DelimitedOptions {
  readonly delimiter: ',' | ';' | '\t'
}

/**
 * Returns the rows of a text with a header line: quoted cells may hold delimiters, quotes and line breaks; empty lines
 * are skipped; every cell is text.
 * @throws OptionError `ragged-row` for a row with more or fewer cells than the header, with its number and line;
 *   `bad-row` for a quote that is not closed, or a header that names a column twice
 */
export function delimitedRows(text: string, file: string, { delimiter }: DelimitedOptions): readonly Row[] {
  const [header, ...records] = recordsIn(text, file, delimiter)
  if (header === undefined) return []
  checkHeader(header.cells, file)
  return records.map(({ cells, line }, index) => {
    if (cells.length === header.cells.length)
      return Object.fromEntries(header.cells.map((name, column) => [name, cells[column]]))
    throw dataError({
      code: 'ragged-row',
      where: `${file}, row ${index + 1} (line ${line})`,
      what: `has ${cells.length} cells where the header has ${header.cells.length}`,
      fix: 'Quote cells that hold the delimiter, or fill in the missing ones.',
    })
  })
}

interface Line {
  readonly cells: readonly string[]
  /** Line of the file on which it ends, from 1. */
  readonly line: number
}

function recordsIn(text: string, file: string, delimiter: string): readonly Line[] {
  try {
    const records: Line[] = []
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      bom: true,
      on_record: (cells: string[], { lines }) => {
        records.push({ cells, line: lines })
        return null
      },
    })
    return records
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? `, line ${String(error.lines)}` : ''
    throw dataError({
      code: 'bad-row',
      where: `${file}${line}`,
      what: `cannot be read: ${error instanceof Error ? firstSentence(error.message) : 'unknown reason'}`,
      fix: 'Close every quote, and write a quote inside a quoted cell twice.',
    })
  }
}

function checkHeader(names: readonly string[], file: string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice === undefined) return
  throw dataError({
    code: 'bad-row',
    where: `${file}, header`,
    what: `names the column ${JSON.stringify(twice)} twice`,
    fix: 'Give every column a name of its own.',
  })
}

function firstSentence(text: string): string {
  return text.split(/[:.,]/, 1)[0] ?? text
}
