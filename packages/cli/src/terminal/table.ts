export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
}

/** Returns the rows under their titles, columns two blanks apart; a line ends in no blank. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, column) => {
        const [cell = '', width = 0] = [cells[column], widths[column]]
        return align === 'right' ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [columns.map(({ title }) => title), ...rows].map(line).join('\n')
}

/** A longer term has a line of its own. */
const LONGEST_TERM = 40

/** Returns terms with their explanations beside them, the explanations wrapped at `width` characters a line. */
export function glossary(entries: readonly (readonly [term: string, text: string])[], width = 96): string {
  const margin = Math.max(0, ...entries.map(([{ length }]) => (length > LONGEST_TERM ? 0 : length))) + 2
  const indent = ' '.repeat(margin)
  return entries
    .map(([term, text]) => {
      const start = term.length > LONGEST_TERM ? `${term}\n${indent}` : term.padEnd(margin)
      return start + wrapped(text, width - margin).join(`\n${indent}`)
    })
    .join('\n')
}

/** Returns the text as lines of at most `width` characters; a longer word has a line of its own. */
export function wrapped(text: string, width = 96): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
