import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { goldenRun } from '../../core/test/evolve/golden-options.ts'
import { type CacheWarning, evolve, FileScoreCache } from '../src/index.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-corrupt-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function filesOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Plays the golden run on the cache; returns its figures, and what the cache warned of. */
async function played(directory: string) {
  const warnings: CacheWarning[] = []
  const cache = new FileScoreCache(directory, { onWarning: (warning) => warnings.push(warning) })
  const { options } = goldenRun()
  const { ledger: _inMemory, ...rest } = options
  const result = await evolve({ ...rest, workers: 3, rounds: 3, evaluation: { cache, evaluator: 'golden' } })
  return { result, warnings, misses: result.cost.cacheMisses }
}

test('a run on cache files that were damaged names each, measures again, and mends them', async () => {
  const directory = join(scratch, 'scores')
  const first = await played(directory)
  expect([first.misses, first.warnings]).toEqual([10, []])
  const files = filesOf(directory)
  expect(files).toHaveLength(10)
  const damages = [
    '',
    'not json',
    '{"reward":0.5}',
    '\0'.repeat(64),
    readFileSync(files[4] ?? '', 'utf8').slice(0, -9),
  ]
  for (const [index, damage] of damages.entries()) writeFileSync(files[index] ?? '', damage)

  const second = await played(directory)
  expect(second.result.error).toBeUndefined()
  expect(second.result.history.map(({ reward }) => reward)).toEqual(
    first.result.history.map(({ reward }) => reward),
  )
  expect(second.misses).toBe(damages.length)
  expect(second.warnings.map(({ code }) => code)).toEqual(damages.map(() => 'corrupt-cache-file'))
  expect(second.warnings.map(({ path }) => path).toSorted()).toEqual(
    files.slice(0, damages.length).toSorted(),
  )

  const third = await played(directory)
  expect([third.misses, third.warnings]).toEqual([0, []])
})
