// Prints flat rows as aligned columns: text to the left, numbers to the right with four significant digits.
export function tableOf(rows) {
  const columns = Object.keys(rows[0] ?? {})
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index].length)))
  const isNumeric = columns.map((column) => typeof rows[0]?.[column] === 'number')
  return cells
    .map((line) =>
      line
        .map((cell, index) => (isNumeric[index] ? cell.padStart(widths[index]) : cell.padEnd(widths[index])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function shown(value) {
  if (value === null || value === undefined) return '–'
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value)
  return Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(4)))
}
