import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EvolutionResult, type Scheduler, serial, synchronous } from '@agentdescent/core'
import { afterAll, describe, expect, test } from 'vitest'
import { claimGoldenFigures, claimGoldenLedger } from '../../core/test/evolve/golden-claims.ts'
import { goldenRun } from '../../core/test/evolve/golden-options.ts'
import { evolve } from '../src/index.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-golden-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function gitLog(path: string, format: string): readonly string[] {
  const options = { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '' } } as const
  return execFileSync('git', ['-C', path, 'log', `--format=${format}`, 'dev'], options)
    .trim()
    .split('\n')
}

/** Says which process wrote a commit, in a ledger that outlives processes. */
const EPOCH = 'AgentDescent-Epoch'

/** What does not depend on the store: everything but the names of the commits, the process behind them, and the settings. */
function storeless({ log, settings: _settings, state, ...rest }: EvolutionResult): string {
  const messages = log.map(({ message: { trailers, ...said }, versions }) => [
    { ...said, trailers: trailers.filter(([token]) => token !== EPOCH) },
    [...versions],
  ])
  const data = [rest, [...state], messages]
  return JSON.stringify(data, (_key, value: unknown) => (value instanceof Map ? [...value] : value))
}

const schedulers: readonly [name: string, make: () => Scheduler][] = [
  ['synchronous', () => synchronous({ rounds: 6 })],
  ['serial', () => serial({ rounds: 6 })],
]

describe.each(schedulers)('the golden run on the git store, under %s', (name, make) => {
  const workers = name === 'serial' ? {} : { workers: 3 }
  const path = join(scratch, name)

  test('has every figure, and git log has its subjects', async () => {
    const { calls, options } = goldenRun()
    const result = await evolve({ ...options, ...workers, ledger: path, scheduler: make() })
    if (name === 'synchronous') claimGoldenFigures(result, calls)
    else claimGoldenLedger(result)
    expect(gitLog(path, '%s')).toEqual(result.log.map(({ message }) => message.subject))
    expect(gitLog(path, '%H')).toEqual(result.log.map(({ commit }) => commit))
    expect(result.settings).toMatchObject({ scheduler: { name, rounds: 6 } })
  })

  test('is the run that the store in memory sees', async () => {
    const options = (): object => ({ ...goldenRun().options, ...workers, scheduler: make() })
    const inMemory: EvolutionResult = await Reflect.apply(evolve, undefined, [options()])
    const inGit: EvolutionResult = await Reflect.apply(evolve, undefined, [
      { ...options(), ledger: `${path}-again` },
    ])
    expect(storeless(inGit)).toBe(storeless(inMemory))
  })

  test('gives the same commits again, dated by its own clock', async () => {
    const options = { ...goldenRun().options, ...workers, ledger: `${path}-once-more`, scheduler: make() }
    await evolve(options)
    for (const format of ['%H', '%at']) expect(gitLog(options.ledger, format)).toEqual(gitLog(path, format))
    expect(Number(gitLog(path, '%at').at(0))).toBe(Math.floor(options.clock.now() / 1000))
  })
})
