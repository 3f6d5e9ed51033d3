import { expect, test } from 'vitest'
import { judgeSizes, pathOfOneDiff } from './sizes.mjs'

const core = (sizes) =>
  new Map(sizes.map((lines, index) => [`packages/core/src/model/file-${index}.ts`, lines]))

test('core within its budgets has no complaints', () => {
  expect(judgeSizes(core([20, 89, 300]))).toMatchObject({ files: 3, median: 89, complaints: [] })
})

test('a file of 301 raw lines is too long, a test too', () => {
  const sizes = core([20, 20, 301]).set('packages/core/src/model/claims.test.ts', 301)
  expect(judgeSizes(sizes).complaints).toEqual([
    expect.stringContaining('file-2.ts has 301 lines'),
    expect.stringContaining('claims.test.ts has 301 lines'),
  ])
})

test('a median of 90 lines is too long, tests not counted', () => {
  expect(judgeSizes(core([60, 120])).complaints).toEqual([expect.stringContaining('median file has 90')])
  expect(judgeSizes(core([60, 100]).set('a.test.ts', 299)).median).toBe(80)
})

test('the path of one diff may have 900 lines over the files that exist', () => {
  const sizes = new Map([...core(Array(20).fill(10)), ...pathOfOneDiff.map((file) => [file, 90])])
  expect(judgeSizes(sizes)).toMatchObject({ path: 10, pathLines: 900, complaints: [] })
  sizes.set(pathOfOneDiff[0], 91)
  expect(judgeSizes(sizes).complaints).toEqual([expect.stringContaining('has 901 lines')])
})
