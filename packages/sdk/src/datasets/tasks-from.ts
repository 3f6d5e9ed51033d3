import type { Task } from '@agentdescent/core'
import { OptionError } from '@agentdescent/core'

/** One example as data files hold it. */
export type Row = Readonly<Record<string, unknown>>

/** Which columns hold what. */
export interface TaskColumns {
  /** What the artifact is asked; default `prompt`. */
  readonly prompt?: string
  /** The expected answer, which becomes `meta.gold`; default `gold`, which rows may lack unless it is named here. */
  readonly gold?: string
  /** What identifies a row; its number from 0 when absent. */
  readonly id?: string
  /** Further columns to keep: name in `meta` to column. */
  readonly meta?: Readonly<Record<string, string>>
}

/** A task made from a row. */
export interface RowTask extends Task {
  readonly meta: Readonly<Record<string, unknown>>
}

/**
 * Returns one task per row.
 * @throws OptionError `no-rows`; `missing-column` with the row and the columns it has; `bad-cell` for a prompt or an id
 *   that is no text, or text with half a character.
 */
export function tasksFrom(rows: readonly Row[], columns: TaskColumns = {}): readonly RowTask[] {
  if (rows.length === 0)
    throw new OptionError({
      code: 'no-rows',
      argument: 'rows',
      value: '[]',
      message: 'There are no rows to make tasks from.',
      fix: 'Give at least 4; 12 to 20 is a sensible start.',
    })
  return rows.map((row, index) => taskFrom({ row, index }, columns))
}

interface Place {
  readonly row: Row
  readonly index: number
}

function taskFrom(place: Place, { prompt = 'prompt', gold, id, meta = {} }: TaskColumns): RowTask {
  const kept = Object.entries(meta).map(([name, column]) => [name, cell(place, column)] as const)
  const hasGold = gold !== undefined || Object.hasOwn(place.row, 'gold')
  const golds = hasGold ? [['gold', cell(place, gold ?? 'gold')] as const] : []
  return {
    id: id === undefined ? String(place.index) : textCell(place, id),
    prompt: textCell(place, prompt),
    meta: Object.fromEntries([...kept, ...golds]),
  }
}

function cell({ row, index }: Place, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column]
  const names = Object.keys(row).map((name) => JSON.stringify(name))
  throw new OptionError({
    code: 'missing-column',
    argument: 'columns',
    value: column,
    message: `Row ${index} has no column ${JSON.stringify(column)}; it has ${names.join(', ') || 'none'}.`,
    fix: 'Name one of those; blanks and case count.',
  })
}

function textCell(place: Place, column: string): string {
  const value = cell(place, column)
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text === 'string' && !/\p{Surrogate}/u.test(text)) return text
  const problem =
    typeof text === 'string' ? 'text with half a character' : (JSON.stringify(value) ?? 'nothing')
  throw new OptionError({
    code: 'bad-cell',
    argument: 'rows',
    value: problem.slice(0, 200),
    message: `Row ${place.index} has ${problem.slice(0, 200)} in column ${JSON.stringify(column)}; it must be text.`,
    fix: 'Correct the row or name another column.',
  })
}
