import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import process from 'node:process'
import { dataError } from './data-error.ts'
import type { Row, RowTask, TaskColumns } from './tasks-from.ts'
import { tasksFrom } from './tasks-from.ts'
import { filePath } from '../files/file-path.ts'

export type RowFormat = 'json' | 'jsonl' | 'csv' | 'tsv'

/** Where rows come from. */
export interface RowFile {
  /** A path, relative to `baseFolder`, or a `file:` URL. */
  readonly path: string
  /** Told from the end of the path when absent: `.json`, `.jsonl` or `.ndjson`, `.csv`, `.tsv` or `.tab`. */
  readonly format?: RowFormat
  /** Name of the list in a JSON file that is no list itself. */
  readonly rows?: string
  /** What separates the cells of a CSV file; default a comma. */
  readonly delimiter?: ',' | ';' | '\t'
  /** Folder that a relative path starts from, such as the folder of the file that names it; default: the present one. */
  readonly baseFolder?: string
}

/** Returns the tasks of a data file; throws what `readRows` and `tasksFrom` throw. */
export async function readTasks(source: RowFile & TaskColumns): Promise<readonly RowTask[]> {
  return tasksFrom(await readRows(source), source)
}

/**
 * Returns the rows of a data file in UTF-8, with or without a byte order mark.
 * @throws OptionError `missing-file` with the path as given and as resolved, `unknown-format`, `not-utf8`, and what the
 *   format's reader refuses
 */
export async function readRows(source: RowFile): Promise<readonly Row[]> {
  const format = source.format ?? formatOf(source.path)
  const text = await textOf(source)
  switch (format) {
    case 'json': {
      const { jsonRows } = await import('./json-rows.ts')
      return jsonRows(text, source.path, source.rows)
    }
    case 'jsonl': {
      const { jsonLines } = await import('./json-rows.ts')
      return jsonLines(text, source.path)
    }
    case 'csv':
    case 'tsv': {
      const { delimitedRows } = await import('./delimited-rows.ts')
      const delimiter = source.delimiter ?? (format === 'csv' ? ',' : '\t')
      return delimitedRows(text, source.path, { delimiter })
    }
    default:
      return format satisfies never
  }
}

function formatOf(path: string): RowFormat {
  const ending = extname(path).toLowerCase()
  if (ending === '.json' || ending === '.jsonl' || ending === '.csv' || ending === '.tsv')
    return known[ending]
  if (ending === '.ndjson') return 'jsonl'
  if (ending === '.tab') return 'tsv'
  throw dataError({
    code: 'unknown-format',
    where: path,
    what: `does not end like a data file`,
    fix: 'Name it .json, .jsonl, .csv or .tsv, or say which of these it is with format.',
  })
}

const known = { '.json': 'json', '.jsonl': 'jsonl', '.csv': 'csv', '.tsv': 'tsv' } as const

async function textOf({ path, baseFolder }: RowFile): Promise<string> {
  const resolved = filePath(path, baseFolder ?? process.cwd())
  const bytes = await bytesOf(path, resolved)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw dataError({ code: 'not-utf8', where: path, what: 'is no text in UTF-8', fix: 'Save it as UTF-8.' })
  }
}

async function bytesOf(path: string, resolved: string): Promise<Uint8Array> {
  try {
    return await readFile(resolved)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw dataError({
      code: 'missing-file',
      where: path,
      what: `cannot be read as ${resolved} (${reason})`,
      fix: 'Correct the path; a relative one starts from the file that names it, or from the present folder.',
    })
  }
}
