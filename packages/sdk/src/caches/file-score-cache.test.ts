import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type CachedScore, contentDigest, type ScoreKey, scoreKeyText } from '@agentdescent/core'
import { scoreCacheContract } from '@agentdescent/core/testing'
import { describe, expect, test } from 'vitest'
import { type CacheWarning, FileScoreCache } from './file-score-cache.ts'

const key = keyOf('task')
const score: CachedScore = { reward: 0.1 + 0.2, metrics: { seconds: 1.5 } }
const unexpected = async (): Promise<CachedScore> => expect.unreachable()

test.each(scoreCacheContract())('the cache on files $name', ({ run }) =>
  run(() => ({ cache: new FileScoreCache(freshDirectory()), pause: () => delay(2) })),
)

test('answers another cache on the same directory, to the bit', async () => {
  const directory = freshDirectory()
  await new FileScoreCache(directory).getOrMeasure(key, async () => score)
  const other = new FileScoreCache(directory)
  expect(await other.has(key)).toBe(true)
  expect(await other.getOrMeasure(key, unexpected)).toEqual({ score, hit: true })
})

test('makes no directory before there is something to store', async () => {
  const directory = join(freshDirectory(), 'later')
  const cache = new FileScoreCache(directory)
  expect(await cache.has(key)).toBe(false)
  await expect(cache.getOrMeasure(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(directory)).toBe(false)
})

describe('a corrupt file', () => {
  const valid = JSON.stringify({ key: scoreKeyText(key), reward: 1, metrics: {} })
  test.each([
    ['empty', ''],
    ['cut short', valid.slice(0, -9)],
    ['no object', '[1]'],
    ['bytes', '\u0000\uFFFD\u0007'],
    ['of another key', valid.replace('task', 'tusk')],
    ['with a reward out of range', valid.replace('"reward":1', '"reward":1.5')],
    ['with a reward that is text', valid.replace('"reward":1', '"reward":"1"')],
    ['with metrics that are no numbers', valid.replace('{}}', '{"m":null}}')],
  ])('that is %s is ignored, named and written anew', async (_, text) => {
    const [directory, warnings] = [freshDirectory(), new Array<CacheWarning>()]
    const path = await plant(directory, text)
    const cache = new FileScoreCache(directory, { onWarning: (warning) => warnings.push(warning) })
    expect(await cache.has(key)).toBe(false)
    expect(await cache.getOrMeasure(key, async () => score)).toEqual({ score, hit: false })
    expect(warnings).toMatchObject([{ code: 'corrupt-cache-file', path }])
    expect(warnings[0]?.message).toContain(path)
    expect(await new FileScoreCache(directory).getOrMeasure(key, unexpected)).toEqual({ score, hit: true })
  })
})

test('a file that cannot be read is named, and the score measured', async () => {
  const [directory, warnings] = [freshDirectory(), new Array<CacheWarning>()]
  const path = await plant(directory, '')
  const cache = new FileScoreCache(join(path, 'below-a-file'), {
    onWarning: (warning) => warnings.push(warning),
  })
  expect(await cache.getOrMeasure(key, async () => score)).toEqual({ score, hit: false })
  expect(warnings.map(({ code }) => code)).toEqual(['unreadable-cache-file', 'unwritable-cache-file'])
})

test('a score that JSON cannot hold is returned and not stored', async () => {
  const directory = freshDirectory()
  const odd = { reward: 1, metrics: { ratio: Number.NaN } }
  const cache = new FileScoreCache(directory)
  expect((await cache.getOrMeasure(key, async () => odd)).score).toEqual(odd)
  expect(await filesIn(directory)).toEqual([])
})

describe('a full cache', () => {
  test('drops what was unused for longest, and keeps within its size', async () => {
    const directory = freshDirectory()
    const cache = new FileScoreCache(directory)
    for (let index = 0; index < 10; index++) await cache.getOrMeasure(keyOf(`${index}`), async () => score)
    const bytes = (await readFile(pathOf(directory, keyOf('0')))).length
    for (let index = 0; index < 10; index++) await age(pathOf(directory, keyOf(`${index}`)), 100 - index)
    const small = new FileScoreCache(directory, { maxBytes: 10 * bytes })
    await small.getOrMeasure(keyOf('0'), unexpected)
    await small.getOrMeasure(keyOf('n'), async () => score)
    const held = await heldBy(directory, ['0', '1', '2', '8', '9', 'n'])
    expect(held).toEqual([true, false, false, true, true, true])
    expect(await filesIn(directory)).toHaveLength(8)
  })

  test('leaves files of other names alone, and clears what a dead process left', async () => {
    const directory = freshDirectory()
    const path = await plant(directory, 'x'.repeat(100))
    const abandoned = path.replace(/json$/, '1.0.tmp')
    const [foreign, recent] = [join(directory, 'notes.json'), path.replace(/json$/, '2.0.tmp')]
    for (const file of [abandoned, foreign, recent]) await writeFile(file, 'x'.repeat(100))
    for (const file of [abandoned, foreign]) await age(file, 7200)
    await new FileScoreCache(directory, { maxBytes: 1 }).getOrMeasure(keyOf('new'), async () => score)
    expect([foreign, recent, abandoned, path].map((file) => existsSync(file))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

test('processes that share a directory never read a torn file', async () => {
  const directory = freshDirectory()
  const module = fileURLToPath(new URL('../../dist/caches/file-score-cache.js', import.meta.url))
  const program = `
    import { FileScoreCache } from ${JSON.stringify(module)}
    const onWarning = ({ message }) => { throw new Error(message) }
    for (let round = 0; round < 60; round++) {
      const cache = new FileScoreCache(${JSON.stringify(directory)}, { onWarning, maxBytes: 3000 })
      const task = String(round % 7)
      const metrics = Object.fromEntries(Array.from({ length: 40 }, (_, index) => ['metric ' + index, index]))
      const { score } = await cache.getOrMeasure({ content: 'c', task, trial: 0, evaluator: 'e' }, async () => ({ reward: 1, metrics }))
      if (score.metrics['metric 39'] !== 39) throw new Error('torn')
    }`
  expect(await Promise.all([1, 2, 3].map(() => exitOf(program)))).toEqual([0, 0, 0])
})

function keyOf(task: string): ScoreKey {
  return { content: 'c', task, trial: 0, evaluator: 'e' }
}

function freshDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'score-cache-'))
}

function pathOf(directory: string, of: ScoreKey): string {
  const name = contentDigest(scoreKeyText(of))
  return join(directory, name.slice(0, 2), `${name}.json`)
}

async function plant(directory: string, text: string): Promise<string> {
  const path = pathOf(directory, key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return path
}

async function age(path: string, seconds: number): Promise<void> {
  const then = new Date(Date.now() - seconds * 1000)
  await utimes(path, then, then)
}

function heldBy(directory: string, tasks: readonly string[]): Promise<readonly boolean[]> {
  return Promise.all(tasks.map((task) => new FileScoreCache(directory).has(keyOf(task))))
}

async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

function exitOf(program: string): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('close', resolve)
  })
}
