import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { difference } from './vector-difference.ts'
import { readVectors } from './vector-files.ts'
import { planVectors } from './vector-plan.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const double = { replay: async (input: number) => input * 2 }

async function outcomesOf(content: unknown, ...replayers: unknown[]): Promise<readonly string[]> {
  writeFileSync(join(folder, 'doubles.json'), JSON.stringify(content))
  const plan = await planVectors(readVectors(folder), async () => replayers)
  return Promise.all(
    plan.map(async (each) => {
      if (each.outcome === 'skip') return `skipped: ${each.reason}`
      return each.replay().then(
        () => 'passed',
        (error: Error) => error.message,
      )
    }),
  )
}

test('a case passes or says where its output differs', async () => {
  const cases = [
    { input: 2, expected: 4 },
    { input: 3, expected: 7 },
  ]
  expect(await outcomesOf({ cases }, double)).toEqual(['passed', 'output: expected 7, got 6'])
})

test('numbers may differ by the tolerance of their file', async () => {
  const cases = [
    { input: 1, expected: 2.0005 },
    { input: 1, expected: 2.01 },
    { input: 1000, expected: 2001 },
  ]
  expect(await outcomesOf({ tolerance: 1e-3, cases }, double)).toEqual([
    'passed',
    'output: expected 2.01, got 2',
    'passed',
  ])
  expect(await outcomesOf({ cases }, double)).not.toContain('passed')
})

test('a case without a replayer is skipped with a reason', async () => {
  const cases = [{ input: 2, expected: 4 }]
  expect(await outcomesOf({ cases })).toEqual(['skipped: no replayer has the name of its file'])
  expect(await outcomesOf([1, 2], double)).toEqual(['skipped: has no list of cases'])
})

test('two packages may replay one file', async () => {
  const cases = [{ input: 2, expected: 4 }]
  const triple = { replay: (input: number) => input * 3 }
  expect(await outcomesOf({ cases }, double, triple)).toEqual(['passed', 'output: expected 4, got 6'])
})

test('a case of a kind goes to the replay of its kind', async () => {
  const replayer = { replayByKind: new Map([['double', double.replay]]) }
  const cases = [
    { kind: 'double', input: 2, expected: 4 },
    { kind: 'double', input: 2, expected: 5 },
    { kind: 'later', input: 2, expected: 4 },
  ]
  expect(await outcomesOf({ cases }, replayer)).toEqual([
    'passed',
    'output: expected 5, got 4',
    'skipped: no replayer knows its kind',
  ])
})

test('a replayer may compare outputs itself', async () => {
  const compare = (actual: unknown): string | undefined => (actual === 4 ? undefined : 'not four')
  const cases = [
    { input: 2, expected: 'four' },
    { input: 3, expected: 'four' },
  ]
  expect(await outcomesOf({ cases }, { ...double, compare })).toEqual(['passed', 'not four'])
})

test('a case without an expected output is refused by name', () => {
  writeFileSync(join(folder, 'doubles.json'), JSON.stringify({ cases: [{ input: 1 }] }))
  expect(() => readVectors(folder)).toThrow('doubles 0')
})

test.each([
  [{ a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] }, undefined],
  [{ a: [1, { b: 'y' }] }, { a: [1, { b: 'x' }] }, 'output.a[1].b: expected "x", got "y"'],
  [{ a: 1, extra: 2 }, { a: 1 }, 'output.extra: expected undefined, got 2'],
  [{}, { a: null }, 'output.a: expected null, got undefined'],
  [[1, 2], [1], 'output: expected [1], got [1,2]'],
  [{ a: 1 }, { a: 1, reference_draws: 9 }, undefined],
  [Number.POSITIVE_INFINITY, 'inf', undefined],
  [1e300, 'inf', 'output: expected "inf", got 1e+300'],
  [Number.NEGATIVE_INFINITY, 'inf', 'output: expected "inf", got -Infinity'],
  [Number.NaN, 0, 'output: expected 0, got NaN'],
  ['1', 1, 'output: expected 1, got "1"'],
])('%j against %j: %s', (actual, expected, complaint) => {
  expect(difference(actual, expected, 1e-9)).toBe(complaint)
})
