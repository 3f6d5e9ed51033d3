import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { rowOf } from '../../test/vectors/fixtures.ts'
import { type Measurement, meanReward } from '../model/measurement.ts'
import { boundedScan } from './bounded-scan.ts'

const reward = fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }))
const rewards = fc.array(reward, { minLength: 1, maxLength: 60 })
const width = fc.integer({ min: 1, max: 9 })

test.prop([rewards, reward, width])(
  'says whether the mean is above the floor as a full scan does',
  async (all, floor, size) => {
    const { rows } = await scanned(all, floor, size)
    const full = meanReward(rowsOf(all))
    expect(rows.length === all.length && meanReward(rows) > floor).toBe(full > floor)
  },
)

test.prop([rewards, width])(
  'decides against a base with the same rewards as a full scan does',
  async (all, size) => {
    const floor = meanReward(rowsOf(all.toReversed()))
    const { rows } = await scanned(all, floor, size)
    expect(rows.length === all.length && meanReward(rows) > floor).toBe(meanReward(rowsOf(all)) > floor)
  },
)

test.prop([rewards, reward, width])(
  'skips only what could not matter, and stops no later than the next chunk allows',
  async (all, floor, size) => {
    const { rows, chunks } = await scanned(all, floor, size)
    expect(rows.map(({ reward: seen }) => seen)).toEqual(all.slice(0, rows.length))
    expect(chunks.slice(0, -1).every((length) => length >= size)).toBe(true)
    const missing = all.length - rows.length
    if (missing > 0)
      expect(sum(all.slice(0, rows.length)) + missing).toBeLessThanOrEqual(floor * all.length + 1e-9)
  },
)

test.prop([rewards, fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY), width])(
  'scans everything at once without a usable floor',
  async (all, floor, size) => {
    expect((await scanned(all, floor, size)).chunks).toEqual([all.length])
  },
)

test('stops a hopeless candidate after the first chunk that can end it', async () => {
  const { chunks } = await scanned(
    Array.from({ length: 100 }, () => 0),
    0.9,
    8,
  )
  expect(chunks).toEqual([10])
})

async function scanned(
  all: readonly number[],
  floor: number,
  size: number,
): Promise<{ rows: readonly Measurement[]; chunks: number[] }> {
  const chunks: number[] = []
  const rows = await boundedScan(rowsOf(all), { floor, width: size }, async (chunk) => {
    chunks.push(chunk.length)
    return chunk
  })
  return { rows, chunks }
}

function rowsOf(all: readonly number[]): readonly Measurement[] {
  return all.map((each, index) => rowOf({ task: String(index), reward: each }))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
