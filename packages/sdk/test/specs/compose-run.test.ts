import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import { composeRun, readRunSpec, type RunSetup, runSpecJsonSchema } from '../../src/index.ts'
import { SOUND, specFolder } from './spec-folder.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const compose = async (spec: object | string, files = {}): Promise<RunSetup> =>
  composeRun(await readRunSpec(specFolder(spec, files)))

test('a short spec becomes a whole run', async () => {
  const { name, initial, options, preview, quote, target } = await compose(SOUND)
  expect({ name, initial }).toEqual({ name: 'parity', initial: 'Answer.' })
  expect(preview).toMatchObject({ rounds: 8, workers: 4, trials: 1 })
  expect([preview.training.length, preview.heldOut.length]).toEqual([10, 6])
  expect(options.stop).toEqual({ targetReward: 0.98, patience: 3, maxCalls: quote.atMost.total })
  expect(target?.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('H4: relative paths start from the spec, wherever the process is', async () => {
  const path = specFolder(SOUND)
  const present = process.cwd()
  process.chdir(mkdtempSync(join(tmpdir(), 'elsewhere-')))
  try {
    const { target } = await composeRun(await readRunSpec(path))
    expect(target?.path).toBe(join(dirname(path), 'prompt.txt'))
  } finally {
    process.chdir(present)
  }
})

test('names in snake_case are read, with a note', async () => {
  const { preview, notes } = await compose({ ...SOUND, evaluation: { held_out_fraction: 0.5 } })
  expect(preview.heldOut).toHaveLength(8)
  expect(notes).toContain('Names are camelCase here; read held_out_fraction as heldOutFraction.')
})

test('comments, trailing commas and a byte order mark are no mistakes', async () => {
  const text = `\uFEFF// my spec\n${JSON.stringify(SOUND).replace(/}$/, ',}')}`
  expect((await compose(text)).name).toBe('parity')
})

test('a proposer elsewhere gets neither the endpoint nor the key variable of the agent', async () => {
  vi.stubEnv('AGENT_KEY', 'k-agent')
  vi.stubEnv('OPENAI_API_KEY', '')
  const agent = { model: 'small', baseUrl: 'https://one.example/v1', apiKeyEnv: 'AGENT_KEY' }
  const same = await compose({ ...SOUND, agent, reflect: { model: 'large' } })
  expect(same.endpoints.reflect).toMatchObject({ model: 'large', apiKeyEnv: 'AGENT_KEY', hasKey: true })
  const other = await compose({ ...SOUND, agent, reflect: { baseUrl: 'https://two.example/v1' } })
  expect(other.endpoints.reflect).toMatchObject({
    model: 'small',
    url: 'https://two.example/v1',
    apiKeyEnv: 'OPENAI_API_KEY',
    hasKey: false,
  })
  expect(other.endpoints.reflect.obstacle?.code).toBe('missing-key')
})

test('the plan says where a key would go, and names a variable that is not set', async () => {
  vi.stubEnv('MY_KEY', 'canary-0123456789')
  const agent = { model: 'm', baseUrl: 'https://one.example/v1', apiKeyEnv: 'MY_KEY' }
  const { notes } = await compose({ ...SOUND, agent })
  expect(notes).toEqual(['The key in MY_KEY is sent to https://one.example/v1.'])
  vi.stubEnv('MY_KEY', '')
  const unset = await compose({ ...SOUND, agent })
  expect(unset.notes.join()).toContain('the variable MY_KEY is not set')
})

test('scores of another model, another prompt form or another scorer never meet', async () => {
  const evaluatorOf = async (spec: object, files = {}): Promise<unknown> =>
    (await compose(spec, files)).options.evaluation?.evaluator
  const { agent } = SOUND
  const scored = { ...SOUND, score: { command: ['node', 'score.mjs'] } }
  const names = await Promise.all([
    evaluatorOf(SOUND),
    evaluatorOf({ ...SOUND, score: 'contains' }),
    evaluatorOf({ ...SOUND, agent: { ...agent, model: 'other' } }),
    evaluatorOf({ ...SOUND, agent: { ...agent, temperature: 1 } }),
    evaluatorOf({ ...SOUND, agent: { ...agent, user: 'Q: {prompt}' } }),
    evaluatorOf(scored, { 'score.mjs': '1' }),
    evaluatorOf(scored, { 'score.mjs': '2' }),
  ])
  expect(new Set(names).size).toBe(names.length)
  expect(await evaluatorOf({ ...SOUND, rounds: 2, agent: { ...agent, deadlineMs: 5 } })).toBe(names[0])
})

test('a scoring program gets every column of a row', async () => {
  const files = { 'cases.jsonl': '{"prompt":"a","level":3}\n'.repeat(8) }
  const { options } = await compose({ ...SOUND, score: { command: ['node', 'score.mjs'] } }, files)
  expect(options.tasks[0]?.meta).toEqual({ prompt: 'a', level: 3 })
})

test('a limit draws rows by the seed, the same ones each time', async () => {
  const drawn = async (seed: number): Promise<readonly string[]> => {
    const { options } = await compose({ ...SOUND, seed, data: { ...SOUND.data, limit: 6 } })
    return options.tasks.map(({ id }) => id)
  }
  const [first, again, other] = await Promise.all([drawn(1), drawn(1), drawn(2)])
  expect(first).toHaveLength(6)
  expect(again).toEqual(first)
  expect(other.toSorted()).not.toEqual(first.toSorted())
  const all = await compose({ ...SOUND, data: { ...SOUND.data, limit: 99 } })
  expect(all.options.tasks).toHaveLength(16)
})

test('a list of rules starts empty, and its file need not be there', async () => {
  const strategy = { name: 'keyed-rules', categories: ['tone', 'length'] }
  const { initial, options, target } = await compose({ ...SOUND, target: 'rules.md', strategy })
  expect({ initial, hash: target?.hash, keys: options.strategy?.keys?.() }).toEqual({
    initial: '',
    hash: null,
    keys: ['tone', 'length'],
  })
})

test('the JSON Schema lists the fields that the reader knows, each with its kind', async () => {
  expect(await runSpecJsonSchema()).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['target', 'data', 'score', 'agent'],
    properties: {
      data: { properties: { prompt: { type: 'string' } } },
      stop: { properties: { maxCalls: { type: 'integer' } } },
    },
  })
})
