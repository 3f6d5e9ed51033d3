import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LoopbackModel } from '../../sdk/test/loopback-model.ts'
import { type Fault, FailingEndpoint } from './failing-endpoint.ts'
import { say } from './run-in-process.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const CASES = Array.from({ length: 12 }, (_, index) =>
  JSON.stringify({ prompt: `${index} + 1`, gold: `${index + 1}` }),
)

/** A folder with a sound spec for an endpoint; `spec` replaces fields of it, `cases` its data. */
function folderFor(baseUrl: string, spec: object = {}, cases: readonly string[] = CASES): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentdescent-bad-'))
  writeFileSync(join(folder, 'prompt.txt'), 'Answer.\n')
  writeFileSync(join(folder, 'cases.jsonl'), cases.join('\n'))
  const sound = {
    target: 'prompt.txt',
    data: { path: 'cases.jsonl' },
    score: 'exact',
    agent: { model: 'rules', baseUrl, attempts: 2, deadlineMs: 5000 },
    rounds: 3,
    workers: 2,
  }
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...sound, ...spec }))
  return folder
}

interface KnownBefore {
  readonly what: string
  readonly spec?: object
  readonly cases?: readonly string[]
  readonly code: string
  readonly argument: string
  readonly value: string
  readonly fix: string
}

const knownBefore: readonly KnownBefore[] = [
  {
    what: 'an unknown field',
    spec: { roundz: 3 },
    code: 'unknown-field',
    argument: 'roundz',
    value: 'roundz',
    fix: 'rounds',
  },
  { what: 'a wrong type', spec: { seed: 'x' }, code: 'bad-field', argument: 'seed', value: 'x', fix: '' },
  {
    what: 'a missing file',
    spec: { data: { path: 'no.csv' } },
    code: 'missing-file',
    argument: 'path',
    value: 'no.csv',
    fix: 'Correct the path',
  },
  {
    what: 'a malformed line',
    cases: [...CASES, '{'],
    code: 'bad-json',
    argument: 'path',
    value: 'line 13, column 2',
    fix: 'Correct the file',
  },
  {
    what: 'a ragged row',
    spec: { data: { path: 'cases.jsonl', format: 'csv' } },
    cases: ['prompt,gold', ...CASES.map((_, index) => `${index},${index}`), 'a,b,c'],
    code: 'ragged-row',
    argument: 'path',
    value: 'row 13 (line 14)',
    fix: 'Quote',
  },
  {
    what: 'an unknown scorer',
    spec: { score: 'exacto' },
    code: 'unknown-name',
    argument: 'score',
    value: 'exacto',
    fix: 'exact',
  },
  {
    what: 'an unknown kind',
    spec: { kind: 'skill' },
    code: 'bad-field',
    argument: 'kind',
    value: 'skill',
    fix: '',
  },
  {
    what: 'an unknown model field',
    spec: { agent: { model: 'm', temprature: 1 } },
    code: 'unknown-field',
    argument: 'agent.temprature',
    value: 'temprature',
    fix: 'temperature',
  },
  {
    what: 'a placeholder',
    spec: { agent: { model: '<your-model>' } },
    code: 'placeholder',
    argument: 'agent.model',
    value: '<your-model>',
    fix: 'real value',
  },
  {
    what: 'a key that is not set',
    spec: { agent: { model: 'm', baseUrl: 'https://model.example/v1', apiKeyEnv: 'NO_SUCH_KEY' } },
    code: 'missing-key',
    argument: 'apiKeyEnv',
    value: 'NO_SUCH_KEY',
    fix: 'Set NO_SUCH_KEY',
  },
  {
    what: 'a base URL that is none',
    spec: { agent: { model: 'm', baseUrl: 'model.example' } },
    code: 'bad-base-url',
    argument: 'baseUrl',
    value: 'model.example',
    fix: 'https://',
  },
  {
    what: 'too few cases',
    cases: CASES.slice(0, 3),
    code: 'too-few-tasks',
    argument: 'tasks',
    value: '3',
    fix: 'Add 1 more',
  },
  {
    what: 'a budget for no merge',
    spec: { stop: { maxCalls: 5 } },
    code: 'budget-too-small',
    argument: 'stop.maxCalls',
    value: '5',
    fix: 'Allow at least',
  },
]

describe('what can be known before the first request', () => {
  test.each(knownBefore)('$what: exit code 2, argument, value and fix, and no request', async (row) => {
    const { spec, cases, code, argument, value, fix } = row
    await using endpoint = await FailingEndpoint.start('unauthorized')
    const folder = folderFor(endpoint.baseUrl, spec, cases)
    for (const verb of ['evolve', 'score']) {
      const said = await say(folder, [verb, 'run.json', '--json', ...(verb === 'evolve' ? ['--yes'] : [])])
      expect(said.code).toBe(2)
      const { error } = JSON.parse(said.stdout)
      expect(error).toMatchObject({ code, argument })
      expect(error.value).toContain(value)
      expect(error.fix ?? '').toContain(fix)
      if (code === 'missing-file') expect(error.message).toContain(join(realpathSync(folder), 'no.csv'))
      expect(said.stderr.trim().split('\n')).toHaveLength(1)
    }
    expect(endpoint.requests).toBe(0)
    expect(readdirSync(folder)).not.toContain('.agentdescent')
  })

  test('a held-out set of a few is no refusal: the plan says how many cases are missing', async () => {
    const folder = folderFor('http://127.0.0.1:9/v1', {}, CASES.slice(0, 6))
    const { code, stdout } = await say(folder, ['plan', 'run.json'])
    expect(code).toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('2 of 6 tasks are held out')
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('with 3 more tasks there would be 4.')
  })
})

const faults: readonly (readonly [Fault, string])[] = [
  ['unauthorized', '401'],
  ['no-model', 'does not exist'],
  ['html', 'answered with a web page'],
  ['empty', 'answered with 0 bytes'],
  ['forever-busy', '429'],
]

describe('B10: an endpoint that gives no answer', () => {
  test.each(faults)('%s ends the run with exit code 5 and a sentence', async (fault, words) => {
    await using endpoint = await FailingEndpoint.start(fault)
    const folder = folderFor(endpoint.baseUrl)
    const { code, stdout } = await say(folder, ['evolve', 'run.json', '--yes', '--json'])
    expect(code).toBe(5)
    const { data } = JSON.parse(stdout)
    expect(data).toMatchObject({ state: 'failed', stopReason: 'error', rounds: 0 })
    expect(data.error).toContain(words)
    expect(endpoint.requests).toBeGreaterThan(0)
    expect(endpoint.requests).toBeLessThanOrEqual(3 * 2 * 2 * 3)
    const shown = await say(folder, ['show', 'run'])
    expect(shown.stdout).toContain('ended by an error at')
  })

  test('that goes down in the middle of a run ends it with exit code 5, and what was reached is kept', async () => {
    await using model = await LoopbackModel.start({
      losesInstruction: true,
      fails: (request) => (request > 80 ? 503 : undefined),
    })
    const cases = Array.from({ length: 30 }, (_, index) =>
      JSON.stringify({ prompt: `Question ${index} about my parcel`, gold: 'shipping' }),
    )
    const agent = { model: 'rules', baseUrl: model.baseUrl, attempts: 1, outageMs: 100 }
    const folder = folderFor(model.baseUrl, { agent, workers: 12, rounds: 50 }, cases)
    const { code, stdout } = await say(folder, ['evolve', 'run.json', '--yes', '--json'])
    const { data } = JSON.parse(stdout)
    expect(code).toBe(5)
    expect(data).toMatchObject({ state: 'failed', stopReason: 'error' })
    expect(data.error).toMatch(
      /answered 503: "boom"\. It has answered no call for more than 0\.1 s\. Try again later/,
    )
    expect(data.before).toMatchObject({ successes: 0, of: 12 })
    expect(model.requests.length).toBeLessThan(250)
    const shown = await say(folder, ['show', 'run'])
    expect(shown.stdout).toContain('ended by an error at')
    expect(shown.stdout).toMatch(/before +0 of 12 /)
  }, 120_000)

  test('a score of it ends with 5 too', async () => {
    await using endpoint = await FailingEndpoint.start('unauthorized')
    const { code, stderr } = await say(folderFor(endpoint.baseUrl), ['score', 'run.json'])
    expect(code).toBe(5)
    expect(stderr).toContain('401')
  })
})

describe('a key', () => {
  const CANARY = 'sk-canary-7f3Qz9LmXw2RtYv8'

  test.each(['echo-key', 'unauthorized'] as const)(
    'is in no byte that a run writes or prints, although the endpoint answers with it: %s',
    async (fault) => {
      vi.stubEnv('CANARY_KEY', CANARY)
      await using endpoint = await FailingEndpoint.start(fault)
      const agent = { model: 'rules', baseUrl: endpoint.baseUrl, apiKeyEnv: 'CANARY_KEY', attempts: 1 }
      const folder = folderFor(endpoint.baseUrl, { agent })
      const said = []
      for (const words of [
        ['plan', 'run.json'],
        ['score', 'run.json'],
        ['evolve', 'run.json', '--yes'],
        ['score', 'run.json', '--json'],
        ['evolve', 'run.json', '--yes', '--json'],
        ['ledger', 'log', 'run'],
        ['show', 'run'],
        ['show', 'run', '--json'],
        ['apply', 'run', '--dry-run'],
        ['doctor'],
      ])
        said.push(await say(folder, words))
      expect(endpoint.requests).toBeGreaterThan(0)
      const printed = said.map(({ stdout, stderr, live }) => stdout + stderr + live.join('\n'))
      const objects = execFileSync(
        'git',
        [
          '--git-dir',
          join(folder, '.agentdescent/run/ledger'),
          'cat-file',
          '--batch-all-objects',
          '--batch',
          '--buffer',
        ],
        { encoding: 'latin1' },
      )
      expect(objects).toContain('tree ')
      const files = filesBelow(folder).map((path) => readFileSync(path, 'latin1'))
      for (const text of [...printed, objects, ...files])
        for (const part of partsOf(CANARY)) expect(text).not.toContain(part)
    },
  )

  /** Any eight characters in a row are too many. */
  function partsOf(key: string): readonly string[] {
    return Array.from({ length: key.length - 7 }, (_, start) => key.slice(start, start + 8))
  }

  function filesBelow(folder: string): readonly string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
  }
})
