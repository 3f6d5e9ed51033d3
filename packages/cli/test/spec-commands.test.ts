import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLedger } from '@agentdescent/sdk'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LoopbackModel } from '../../sdk/test/loopback-model.ts'
import { commands } from '../src/commands/index.ts'
import { newcomersFolder, prepared, SPEC } from './newcomer.ts'
import { say } from './run-in-process.ts'

let model: LoopbackModel
beforeAll(async () => {
  model = await LoopbackModel.start()
  vi.stubEnv('OPENAI_BASE_URL', model.baseUrl)
  vi.stubEnv('OPENAI_API_KEY', '')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await model[Symbol.asyncDispose]()
})

describe('init', () => {
  test('writes a spec that plan accepts but for the model, which both name', async () => {
    const folder = newcomersFolder()
    const { code, stdout } = await say(folder, ['init', 'tickets.csv'])
    expect(code).toBe(0)
    expect(stdout).toContain('24 rows with the columns "Question ", "Answer".')
    expect(stdout).toContain('Fill in agent.model')
    const refused = await say(folder, ['plan', SPEC])
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('agent.model is still "<your-model>".')
    const path = join(folder, SPEC)
    writeFileSync(path, readFileSync(path, 'utf8').replace('<your-model>', 'rules'))
    expect((await say(folder, ['plan', SPEC])).code).toBe(0)
  })

  test('overwrites neither a spec nor a text', async () => {
    const folder = await prepared()
    writeFileSync(join(folder, 'tickets.prompt.txt'), 'Mine.')
    const again = await say(folder, ['init', 'tickets.csv'])
    expect(again.code).toBe(2)
    expect(again.stderr).toContain('overwrites nothing')
    await say(folder, ['init', 'tickets.csv', '--out', 'other.json'])
    expect(readFileSync(join(folder, 'tickets.prompt.txt'), 'utf8')).toBe('Mine.')
  })
})

test('plan sends nothing', async () => {
  const folder = await prepared()
  const before = model.requests.length
  const { code, stdout } = await say(folder, ['plan', SPEC])
  expect(code).toBe(0)
  expect(stdout).toMatch(/expected +154 +32 +186\nat most +1194 +32 +1226/)
  expect(model.requests.length).toBe(before)
})

test('score measures the text as it is, once a held-out task, and leaves no run behind', async () => {
  const folder = await prepared()
  const before = model.requests.length
  const { code, stdout } = await say(folder, ['score', SPEC, '--json'])
  const { data } = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(data).toMatchObject({
    successes: 0,
    of: 10,
    heldOut: 10,
    calls: 10,
    requests: 10,
    interrupted: false,
  })
  expect(data.worst).toHaveLength(5)
  expect(data.worst[0]).toMatchObject({ reward: 0, output: expect.stringContaining('May I help you') })
  expect(model.requests.length - before).toBe(10)
  expect(readdirSync(join(folder, '.agentdescent'))).toEqual(['.gitignore', 'run-spec.schema.json'])
})

describe('evolve', () => {
  test('learns, and what it says it spent is what the server saw', async () => {
    const folder = await prepared()
    const before = model.requests.length
    const { code, stdout, stderr } = await say(folder, ['evolve', SPEC, '--yes', '--json'])
    const { data } = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(stderr).toContain('Plan of tickets')
    expect(data).toMatchObject({
      run: 'tickets',
      state: 'done',
      before: { successes: 0, of: 10 },
      gain: expect.any(Number),
    })
    expect(data.gain).toBeGreaterThan(0.5)
    const served = model.requests.slice(before)
    expect(data.requests).toBe(served.length)
    expect(data.callsByRole).toEqual({
      agent: served.filter(({ role }) => role === 'actor').length,
      reflector: served.filter(({ role }) => role === 'proposer').length,
    })
    expect(data.calls).toBe(served.length)
  })

  test('touches nothing but its folder, and a second run has one of its own', async () => {
    const folder = await prepared()
    const before = readdirSync(folder)
    const prompt = readFileSync(join(folder, 'tickets.prompt.txt'), 'utf8')
    await say(folder, ['evolve', SPEC, '--yes'])
    const second = await say(folder, ['evolve', SPEC, '--yes', '--json'])
    expect(JSON.parse(second.stdout).data.run).toBe('tickets-2')
    expect(readdirSync(folder)).toEqual(before)
    expect(readFileSync(join(folder, 'tickets.prompt.txt'), 'utf8')).toBe(prompt)
    expect(readdirSync(join(folder, '.agentdescent', 'tickets')).toSorted()).toEqual(
      [
        'events.jsonl',
        'ledger',
        'report.md',
        'result.json',
        'run.json',
        'samples.json',
        'spec.json',
      ].toSorted(),
    )
  })

  test('asks on a terminal, and a no spends nothing', async () => {
    const folder = await prepared()
    const before = model.requests.length
    const { code, stderr } = await say(folder, ['evolve', SPEC], { answer: false })
    expect(code).toBe(2)
    expect(stderr).toContain('Start? About 186 calls are expected, 1226 at most.')
    expect(stderr).toContain('Nothing was started and nothing was spent.')
    expect(model.requests.length).toBe(before)
    expect(readdirSync(join(folder, '.agentdescent'))).not.toContain('tickets')
  })

  test('elsewhere wants a yes or a limit', async () => {
    const folder = await prepared()
    const { code, stderr } = await say(folder, ['evolve', SPEC])
    expect(code).toBe(2)
    expect(stderr).toContain(
      'nobody is here to be asked. Say agentdescent evolve tickets.evolve.json --yes, or --max-calls',
    )
    expect((await say(folder, ['evolve', SPEC], { answer: true })).code).toBe(0)
  })
})

describe('after a run', () => {
  let folder: string
  beforeAll(async () => {
    folder = await prepared()
    await say(folder, ['evolve', SPEC, '--yes'])
  })

  test('show has the change, the cost, and every refused edit with its reason', async () => {
    const { stdout, code } = await say(folder, ['show', 'tickets'])
    expect(code).toBe(0)
    expect(stdout).toContain('- Answer the question.\n+ Answer with one word and nothing else, one of:')
    expect(stdout).toMatch(/Refused edits: [1-9]/)
    expect(stdout).toContain('conflict-dropped: ')
    expect(stdout).toMatch(/cost +\d+ calls, \d+ requests, \d+ tokens/)
    const byPath = await say(folder, ['show', join(folder, '.agentdescent', 'tickets'), '--json'])
    const { data } = JSON.parse(byPath.stdout)
    expect(data.summary.proposals.made).toBe(data.refused.length + data.summary.proposals.accepted)
  })

  test('E9: the text is that of the last commit, in git, in the result and in the file that apply writes', async () => {
    const ledger = join(folder, '.agentdescent', 'tickets', 'ledger')
    const reader = await openLedger(ledger)
    const rendered = await reader.render('stable')
    await reader.close()
    const files = execFileSync('git', ['-C', ledger, 'ls-tree', '-r', '--name-only', 'dev'], {
      encoding: 'utf8',
    })
    const value = files.split('\n').find((name) => name.includes('value')) ?? ''
    expect(execFileSync('git', ['-C', ledger, 'show', `dev:${value}`], { encoding: 'utf8' }).trimEnd()).toBe(
      rendered,
    )
    const dry = await say(folder, ['apply', 'tickets', '--dry-run'])
    expect(dry.stdout).toContain('Nothing was written.')
    expect(readFileSync(join(folder, 'tickets.prompt.txt'), 'utf8')).toBe('Answer the question.\n')
    expect((await say(folder, ['apply', 'tickets'])).stdout).toContain('What was there is in')
    expect(readFileSync(join(folder, 'tickets.prompt.txt'), 'utf8')).toBe(`${rendered}\n`)
    expect(readFileSync(join(folder, 'tickets.prompt.txt.bak-0'), 'utf8')).toBe('Answer the question.\n')
    expect((await say(folder, ['apply', 'tickets'])).stdout).toContain('nothing was written')
  })

  test('a target edited since is left alone', async () => {
    writeFileSync(join(folder, 'tickets.prompt.txt'), 'By hand.\n')
    const { code, stderr } = await say(folder, ['apply', 'tickets'])
    expect(code).toBe(2)
    expect(stderr).toContain('has changed since the run began. Look at both; --force')
    expect(readFileSync(join(folder, 'tickets.prompt.txt'), 'utf8')).toBe('By hand.\n')
  })

  const everyCommand: readonly (readonly string[])[] = [
    ['init', 'tickets.csv', '--out', 'again.json'],
    ['plan', SPEC],
    ['score', SPEC],
    ['evolve', SPEC, '--yes'],
    ['show', 'tickets'],
    ['apply', 'tickets', '--dry-run', '--force'],
    ['resume', 'tickets'],
    ['ledger log', 'tickets'],
    ['ledger blame', 'tickets'],
    ['ledger show', 'tickets', 'v2'],
    ['ledger diff', 'tickets', 'v1', 'v2'],
    ['ledger revert', 'tickets', 'v2'],
    ['ledger push', 'tickets', 'nowhere'],
    ['doctor'],
    ['demo', '--one-field'],
  ]

  test('H7: every command is held to the claim below', () => {
    expect(everyCommand.map(([name]) => name).toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
  })

  test.each([...everyCommand, ['show', 'nope'], ['plan', 'nope.json']])(
    'H7: --json prints one document and nothing else: %s',
    async (name = '', ...words) => {
      const { stdout } = await say(folder, [...name.split(' '), ...words, '--json'])
      const document = JSON.parse(stdout)
      expect(document).toMatchObject({ schemaVersion: 1, command: name })
      expect(Object.keys(document)).toEqual([
        'schemaVersion',
        'command',
        'error' in document ? 'error' : 'data',
      ])
    },
  )

  test('an unknown run names the known ones', async () => {
    const { code, stderr } = await say(folder, ['show', 'ticket'])
    expect(code).toBe(2)
    expect(stderr).toContain('Known are tickets')
  })
})

test('doctor names what works and what does not, and exits by it', async () => {
  const folder = newcomersFolder()
  const { code, stdout } = await say(folder, ['doctor', '--json'])
  const { data } = JSON.parse(stdout)
  expect(code).toBe(0)
  const states = Object.fromEntries(
    data.checks.map(({ name, state }: { name: string; state: string }) => [name, state]),
  )
  expect(states).toMatchObject({
    node: 'works',
    ledger: 'works',
    'openai-compatible': 'works',
    anthropic: 'missing',
  })
  vi.stubEnv('OPENAI_BASE_URL', 'nonsense')
  const broken = await say(folder, ['doctor'])
  vi.stubEnv('OPENAI_BASE_URL', model.baseUrl)
  expect(broken.code).toBe(2)
  expect(broken.stdout).toContain('OPENAI_BASE_URL is "nonsense"')
})

test('run folders are kept out of git', async () => {
  const folder = await prepared()
  expect(readFileSync(join(folder, '.agentdescent', '.gitignore'), 'utf8')).toBe('*\n')
  expect(statSync(join(folder, '.agentdescent', 'run-spec.schema.json')).size).toBeGreaterThan(1000)
})
