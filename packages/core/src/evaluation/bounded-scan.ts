import { type Measurement, meanReward } from '../model/measurement.ts'

export interface ScanSettings {
  /** Mean reward that the scan has to exceed to run to its end. */
  readonly floor: number
  /** Cells that are scored at once anyway; a chunk is never smaller. */
  readonly width: number
}

/**
 * Returns the rows of the cells in order, stopping once even perfect rewards on the rest could not lift the mean above the floor.
 * A floor that is not finite or not above 0 scans everything. The answer to "is the mean above the floor?" is that of a full scan.
 */
export async function boundedScan<Cell>(
  cells: readonly Cell[],
  { floor, width }: ScanSettings,
  score: (cells: readonly Cell[]) => Promise<readonly Measurement[]>,
): Promise<readonly Measurement[]> {
  if (!(floor > 0 && Number.isFinite(floor))) return score(cells)
  const rows: Measurement[] = []
  while (rows.length < cells.length) {
    const end = Math.max(rows.length + width, earliestCut(cells.length, floor, sumOf(rows)))
    rows.push(...(await score(cells.slice(rows.length, end))))
    if (upperBound(rows, cells.length) <= floor) break
  }
  return rows
}

/** Returns the mean over `total` cells if every cell without a row got a perfect reward; the mean itself when none is missing. */
export function upperBound(rows: readonly Measurement[], total: number): number {
  if (rows.length >= total) return meanReward(rows)
  // Added one by one, as a full scan would add them, so that rounding cannot put the bound below any full scan's mean.
  let sum = sumOf(rows)
  for (let missing = total - rows.length; missing > 0; missing--) sum += 1
  return sum / total
}

/** Number of cells after which the bound could reach the floor, if all further rewards were 0. */
function earliestCut(total: number, floor: number, sum: number): number {
  return Math.ceil(total * (1 - floor) + sum)
}

function sumOf(rows: readonly Measurement[]): number {
  return rows.reduce((sum, { reward }) => sum + reward, 0)
}
