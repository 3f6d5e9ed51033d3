import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BackendError,
  contains,
  type EvolutionResult,
  type EvolveOptions,
  evolve,
  exact,
  FileScoreCache,
  llmAgent,
  type LlmAgentOptions,
  MemoryScoreCache,
  openaiCompatible,
  type ScoreCache,
  type Task,
} from '../src/index.ts'
import { LoopbackModel } from './loopback-model.ts'

let model: LoopbackModel
const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-caching-'))
beforeAll(async () => {
  model = await LoopbackModel.start()
})
afterAll(async () => {
  await model[Symbol.asyncDispose]()
  rmSync(scratch, { recursive: true, force: true })
})

const RULE = 'Answer right.'
const tasks = Array.from(
  { length: 8 },
  (_, index): Task => ({ id: `t${index}`, prompt: `question ${index}`, meta: { gold: 'right', index } }),
)
const plain: EvolveOptions = {
  tasks,
  rounds: 2,
  workers: 2,
  run: (rendered) => (rendered.includes(RULE) ? 'right' : 'wrong'),
  propose: () => ({ text: RULE, rationale: 'the expected output says so' }),
  reward: exact(),
  onEvent: () => undefined,
}

/** Both kinds of cache, each empty. */
const caches: readonly (readonly [string, () => ScoreCache])[] = [
  ['in memory', () => new MemoryScoreCache()],
  ['on files', () => new FileScoreCache(mkdtempSync(join(scratch, 'scores-')))],
]

describe.each(caches)('a cache %s', (_, open) => {
  test('G1: a measurement that failed once is measured again, in the same run and in the next', async () => {
    const cache = open()
    let failures = 0
    const flaky = (rendered: string): string => {
      if (failures++ < 2) throw new BackendError({ code: 'http-503', message: 'busy' })
      return rendered.includes(RULE) ? 'right' : 'wrong'
    }
    const evaluation = { cache, evaluator: 'flaky' }
    const first = await evolve({ ...plain, run: flaky, evaluation })
    expect(first.error).toBeUndefined()
    expect(first.finalReward).toBe(1)
    const second = await evolve({ ...plain, evaluation })
    expect([second.cost.cacheMisses, second.finalReward]).toEqual([0, 1])
  })

  test('G2: a run answered by the cache has the evidence of the run that filled it', async () => {
    const evaluation = { cache: open(), evaluator: 'fixed' }
    const [measured, answered] = [
      await evolve({ ...plain, evaluation }),
      await evolve({ ...plain, evaluation }),
    ]
    expect(measured.cost.cacheMisses).toBeGreaterThan(4)
    expect(answered.cost.cacheMisses).toBe(0)
    expect(evidenceOf(answered)).toEqual(evidenceOf(measured))
  })

  test('G3: who changes what the cache answered changes nothing that it keeps', async () => {
    const cache = open()
    const key = { content: 'c', task: 't', trial: 0, evaluator: 'e' }
    const given = { reward: 0.5, metrics: { words: 3 } }
    const { score } = await cache.getOrMeasure(key, async () => given)
    given.metrics.words = 99
    Reflect.set(score.metrics, 'words', 98)
    const again = await cache.getOrMeasure(key, () => expect.unreachable())
    expect(again.score).toEqual({ reward: 0.5, metrics: { words: 3 } })
  })
})

test.each([() => 1, '3', null, Promise.resolve(3)])(
  'G3: a metric that is no number is refused before it is kept: %o',
  async (words) => {
    const reply: { reward: number; metrics: Record<string, number> } = JSON.parse('{"reward":1,"metrics":{}}')
    Object.assign(reply.metrics, { words })
    await expect(evolve({ ...plain, reward: () => reply })).rejects.toMatchObject({
      code: 'bad-metric',
      argument: 'reward',
      message: expect.stringContaining('"words"'),
    })
  },
)

interface Setting extends LlmAgentOptions {
  readonly name?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly options?: Partial<EvolveOptions>
}

describe('G5: one cache for everything', () => {
  const cache = new FileScoreCache(join(scratch, 'shared'))

  /** Plays one round with a model; returns how many evaluations were not in the cache. */
  async function missesOf({ name = 'small', body, options, ...agent }: Setting): Promise<number> {
    const complete = openaiCompatible({
      model: name,
      baseUrl: model.baseUrl,
      apiKeyEnv: null,
      ...(body === undefined ? {} : { body }),
    })
    const { evaluation, ...rest } = options ?? {}
    const { cost } = await evolve({
      tasks,
      rounds: 1,
      workers: 1,
      reward: exact(),
      agent: llmAgent(complete, { ...agent, propose: () => null }),
      onEvent: () => undefined,
      ...rest,
      evaluation: { cache, ...evaluation },
    })
    return cost.cacheMisses
  }

  test('answers the same run again, in whatever order a task names what it holds', async () => {
    expect(await missesOf({})).toBe(3)
    expect(await missesOf({})).toBe(0)
    const reordered = tasks.map(({ id, prompt, meta }) => ({
      meta: Object.fromEntries(Object.entries(meta ?? {}).toReversed()),
      prompt,
      id,
    }))
    expect(await missesOf({ options: { tasks: reordered } })).toBe(0)
  })

  const changed: readonly (readonly [string, Setting])[] = [
    ['the model', { name: 'large' }],
    ['a field of the request', { body: { top_p: 0.5 } }],
    ['the temperature', { temperature: 0.7 }],
    ['the token limit', { maxTokens: 9 }],
    ['the system template', { system: '{artifact} Be brief.' }],
    ['the user template', { user: 'Q: {prompt}' }],
    ['the scorer', { options: { reward: contains() } }],
    ["an option of the scorer's", { options: { reward: exact({ normalise: false }) } }],
    ['the name of the evaluator', { options: { evaluation: { evaluator: 'exact, sandbox 3' } } }],
    ['a prompt', { options: { tasks: tasks.map((task) => ({ ...task, prompt: `${task.prompt}?` })) } }],
    ['an expected answer', { options: { tasks: tasks.map((task) => ({ ...task, meta: { gold: 'no' } })) } }],
    ['an id', { options: { tasks: tasks.map((task) => ({ ...task, id: `${task.id}x` })) } }],
  ]

  test.each(changed)('answers nothing when %s has changed', async (_, setting) => {
    expect(await missesOf(setting)).toBe(3)
    expect(await missesOf(setting)).toBe(0)
  })

  test('measures a further trial, and the trials that it has only once', async () => {
    expect(await missesOf({ options: { evaluation: { trials: 2 } } })).toBe(3)
  })

  test('answers nothing where the environment names another endpoint', async () => {
    await using other = await LoopbackModel.start()
    const complete = openaiCompatible({ model: 'small', baseUrl: other.baseUrl, apiKeyEnv: null })
    const agent = llmAgent(complete, { propose: () => null })
    expect(await missesOf({ options: { agent } })).toBe(3)
  })

  test('is refused where nothing says who answers or who scores', async () => {
    for (const [options, lacking] of [
      [{ run: () => 'x', propose: () => null }, 'the agent'],
      [{ reward: () => 1 }, 'reward'],
    ] as const)
      await expect(missesOf({ options })).rejects.toMatchObject({
        code: 'unnamed-evaluator',
        argument: 'evaluation.evaluator',
        message: expect.stringContaining(`${lacking} has no identity`),
      })
  })
})

/** What a run bases its decisions on; times and calls are not part of it. */
function evidenceOf({ finalRows, history, initialRows, proposals }: EvolutionResult): object {
  const rows = (all: EvolutionResult['finalRows']): readonly object[] =>
    all.map(({ task, trial, reward, metrics, evaluator, candidate }) => ({
      task,
      trial,
      reward,
      metrics,
      evaluator,
      candidate,
    }))
  return {
    initial: rows(initialRows),
    final: rows(finalRows),
    rewards: history.map(({ reward }) => reward),
    proposals,
  }
}
