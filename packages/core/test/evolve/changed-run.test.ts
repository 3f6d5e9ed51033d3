import { describe, expect, test } from 'vitest'
import {
  appendRules,
  type EvolveOptions,
  serial,
  singleSlot,
  survival,
  synchronous,
} from '../../src/index.ts'
import { MemoryScoreCache } from '../../src/evaluation/memory-score-cache.ts'
import { KilledRun, options } from './killed-run.ts'

type Changes = Partial<Omit<EvolveOptions, 'clock' | 'ledger'>>

/** A scheduler brings its own rounds. */
const noRounds: object = { rounds: undefined }
const { tasks } = options()
const [first, ...others] = tasks

const harmless: readonly (readonly [string, Changes])[] = [
  ['more rounds', { rounds: 4 }],
  ['a limit', { stop: { maxCalls: 10_000 } }],
  ['evaluation.concurrency', { evaluation: { concurrency: 1 } }],
  ['concurrency of the scheduler', { scheduler: synchronous({ rounds: 3, concurrency: 1 }), ...noRounds }],
  ['evaluation.cache', { evaluation: { evaluator: 'reward', cache: new MemoryScoreCache() } }],
  ['onEvent', { onEvent: () => undefined }],
  ['another agent', { run: () => 'right' }],
]

const candidates: readonly (readonly [string, Changes, string])[] = [
  ['tasks', { tasks: [...tasks, { id: 'new', prompt: 'new' }] }, 'tasks was 6 tasks'],
  [
    'what a task says',
    { tasks: [{ ...first, id: 't0', prompt: 'another' }, ...others] },
    'tasks was 6 tasks',
  ],
  ['artifact.initial', { artifact: { initial: { 'rule-1': 'Mine.' } } }, 'artifact.initial was'],
  ['artifact.blastRadius', { artifact: { blastRadius: 0.3 } }, 'artifact was'],
  ['seed', { seed: 5 }, 'seed was 0 and is 5'],
  ['workers', { workers: 3 }, 'workers was 2 and is 3'],
  ['scheduler', { scheduler: serial({ rounds: 3 }), rounds: undefined, workers: undefined }, 'scheduler was'],
  [
    'refreshInterval',
    { scheduler: synchronous({ rounds: 3, refreshInterval: 2 }), ...noRounds },
    'scheduler was synchronous and is synchronous {"refreshInterval":2}',
  ],
  ['options of the strategy', { strategy: appendRules({ title: '# Rules' }) }, 'strategy.options was'],
  ['policies', { policies: { promotion: survival({ rounds: 9 }) } }, 'policies was'],
  ['merge', { merge: { batchSize: 3 } }, 'merge was'],
  ['execution', { execution: { maxWorkerErrors: 9 } }, 'execution.maxWorkerErrors was 3 and is 9'],
  ['evaluation.trials', { evaluation: { trials: 2 } }, 'evaluation was'],
  [
    'evaluation.evaluator',
    { evaluation: { evaluator: 'other' } },
    'evaluator (the scorer, the model, and its settings) was reward and is other',
  ],
  [
    'reward under another evaluator',
    { reward: () => 0.5, evaluation: { evaluator: 'half' } },
    'scorer was a function',
  ],
].map(([name, changes, said]) => [String(name), asChanges(changes), String(said)])

const refused: readonly (readonly [string, Changes, { readonly said: string; readonly fix: string }])[] = [
  [
    'strategy',
    { strategy: singleSlot() },
    { said: 'strategy was append-rules and is single-slot', fix: 'artifact.id or a ledger' },
  ],
  [
    'reward under the same evaluator',
    { reward: () => 0.5 },
    { said: 'scorer was a function', fix: 'evaluation.evaluator' },
  ],
]

describe('a run that was interrupted and is started with something else', () => {
  test.each(harmless)('goes on with %s', async (_, changes) => {
    const run = await interrupted()
    const asked = run.asked.length
    const result = await run.finished(changes)
    expect(result.warnings.join()).not.toContain('new run')
    const began = new KilledRun()
    await began.finished(changes)
    expect(run.asked.length - asked).toBeLessThan(began.asked.length)
  })

  test.each(candidates)('makes way for a new run with other %s, which is said', async (_, changes, said) => {
    const run = await interrupted()
    const result = await run.finished(changes)
    expect(result.warnings.join()).toContain(said)
    expect(result.warnings.join()).toContain("A new run starts from the ledger's head.")
    // The next start takes up the run that was last started so, and the first run is still there.
    const asked = run.asked.length
    expect((await run.finished(changes)).warnings.join()).toContain('The run had ended before')
    expect(run.asked.length).toBe(asked)
    expect((await run.finished()).warnings.join()).not.toContain('new run')
  })

  test.each(refused)('is refused with another %s, and what to do', async (_, changes, advice) => {
    const run = await interrupted()
    const asked = run.asked.length
    await expect(run.finished(changes)).rejects.toMatchObject({
      code: 'changed-run',
      message: expect.stringContaining(advice.said),
      fix: expect.stringContaining(advice.fix),
    })
    expect(run.asked.length).toBe(asked)
  })
})

async function interrupted(): Promise<KilledRun> {
  const run = new KilledRun()
  await run.killedAfter(60)
  return run
}

/** Options that are left out are undefined in a row. */
function asChanges(changes: unknown): Changes {
  const entries = Object.entries(typeof changes === 'object' && changes !== null ? changes : {})
  return Object.fromEntries(entries)
}
