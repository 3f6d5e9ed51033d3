import { boundedScan, upperBound } from '../../src/evaluation/bounded-scan.ts'
import { rowOf } from './fixtures.ts'

export interface ScanInput {
  readonly scores: readonly number[]
  readonly floor: number
  readonly pool_width: number
}

export async function replay({ scores, floor, pool_width: width }: ScanInput): Promise<unknown> {
  const rows = await boundedScan([...scores.entries()], { floor, width }, async (chunk) =>
    chunk.map(([index, reward]) => rowOf({ task: String(index), reward })),
  )
  const value = upperBound(rows, scores.length)
  const cut = rows.length < scores.length
  return { value, scanned: rows.length, cut, beats_floor: value > floor }
}
