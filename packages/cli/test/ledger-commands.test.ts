import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, openGitStore, singleSlot, stateOf } from '@agentdescent/sdk'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LoopbackModel } from '../../sdk/test/loopback-model.ts'
import { prepared, SPEC } from './newcomer.ts'
import { say } from './run-in-process.ts'

let model: LoopbackModel
let folder: string
let ledger: string

beforeAll(async () => {
  model = await LoopbackModel.start()
  vi.stubEnv('OPENAI_BASE_URL', model.baseUrl)
  vi.stubEnv('OPENAI_API_KEY', '')
  folder = await prepared()
  await say(folder, ['evolve', SPEC, '--yes'])
  ledger = join(folder, '.agentdescent', 'tickets', 'ledger')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await model[Symbol.asyncDispose]()
})

async function json(...words: readonly string[]) {
  const { stdout, code } = await say(folder, [...words, '--json'])
  expect(code, stdout).toBe(0)
  return JSON.parse(stdout).data
}

describe('reading the ledger of a run', () => {
  test('log tells every commit of git log with the figures of its decision', async () => {
    const { commits } = await json('ledger', 'log', 'tickets')
    expect(commits.map(({ commit }: { commit: string }) => commit)).toEqual(
      git('rev-list', 'dev').trim().split('\n'),
    )
    const { stdout } = await say(folder, ['ledger', 'log', 'tickets', '--limit', '1'])
    expect(stdout).toMatch(
      /^[0-9a-f]{7} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}merge .*\n {9}w\d.* {2}\+[01]\.\d{3} \(\d+ of 10\) {2}\S+ {2}p [01](?:\.\d+)? > 0\.\d+\n$/,
    )
    expect((await json('ledger', 'log', 'tickets', '--branch', 'stable')).branch).toBe('stable')
  })

  test('blame names commit, worker, task, gain and rung of a line, as git blame names its commit', async () => {
    const { stdout } = await say(folder, ['ledger', 'blame', 'tickets'])
    expect(stdout).toMatch(
      /\nL1 {2}[0-9a-f]{7} {2}w\d\S* .*tasks \S+.* {2}\+[01]\.\d{3} \(\d+ of 10\) {2}\S+ +\| Answer with one word/,
    )
    const { lines } = await json('ledger', 'blame', ledger)
    const commits = git('blame', '-l', '-s', 'dev', '--', 'artifacts/tickets/value').trim().split('\n')
    expect(lines.map(({ commit }: { commit: string }) => commit)).toEqual(
      commits.map((line) => line.split(' ')[0]?.replace('^', '')),
    )
  })

  test('diff and show have the same change as the file of the branch', async () => {
    const { lines, from, keys } = await json('ledger', 'diff', 'tickets', 'v1')
    expect([from, keys]).toEqual([1, ['value']])
    expect(lines[0]).toEqual({ kind: 'removed', text: 'Answer the question.' })
    const head = git('rev-parse', 'dev').trim()
    const shown = await json('ledger', 'show', 'tickets', head.slice(0, 8))
    expect(shown).toMatchObject({ commit: head, branch: 'dev', record: { verdict: 'accepted' } })
    expect(shown.proposals.length).toBe(shown.record.members.length)
    expect((await say(folder, ['ledger', 'show', 'tickets'])).stdout).toContain('Proposals behind it')
  })

  test.each([
    [['log', 'nope'], 2, 'There is neither a run nor a ledger "nope"'],
    [['log', 'tickets', '--branch', 'main'], 2, '--branch is "main"; it must be dev or stable.'],
    [['log', 'tickets', '--limit', '0'], 2, '--limit is "0"; it must be a whole number of at least 1.'],
    [['log', SPEC], 7, 'is no ledger: it is a file.'],
    [['log', '.'], 7, 'is no ledger: it holds '],
    [['diff', 'tickets', 'v1', 'v99'], 7, 'has no version 99 of "tickets". Name one from 1 to'],
    [['show', 'tickets', 'ffffffff'], 7, 'has no commit "ffffffff" on dev or stable.'],
    [['show', 'tickets', 'HEAD~1'], 7, '"HEAD~1" is neither a branch, nor a version, nor a commit.'],
    [
      ['blame', 'tickets', '--artifact', 'q'],
      7,
      'holds tickets on dev, so no "q" can be read. Name the artifact, one of tickets.',
    ],
    [['blame'], 2, 'ledger blame needs <ledger>. See agentdescent ledger blame --help.'],
    [['blam', 'tickets'], 2, 'There is no command "blam". Did you mean blame?'],
    [['revert', 'tickets', 'L99', '--yes'], 7, 'and no L99. Take one from agentdescent ledger blame.'],
    [['revert', 'tickets', 'v1', '--yes'], 7, 'made the first version of "tickets"'],
  ])('%j ends with %d and one sentence', async (words, code, sentence) => {
    const said = await say(folder, ['ledger', ...words])
    expect(said).toMatchObject({ code, stdout: '' })
    expect(said.stderr.trim().split('\n').at(-1)).toContain(sentence)
  })

  test('a ledger without a version says how one comes into being', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'agentdescent-empty-')), 'ledger')
    await (await openGitStore(path)).close()
    expect((await say(folder, ['ledger', 'log', path])).stdout).toContain('genesis')
    const { code, stderr } = await say(folder, ['ledger', 'blame', path])
    expect(code).toBe(7)
    expect(stderr).toContain(`The ledger ${path} holds no artifact on dev`)
  })

  test('a damaged object is told by key and commit, with the way to restore it', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'agentdescent-torn-')), 'ledger')
    const store = await openGitStore(path)
    await store.register(promptOf('Answer.\n'), { subject: 'register', trailers: [] })
    await store.close()
    const blob = git('--git-dir', path, 'rev-parse', 'dev:artifacts/prompt/value').trim()
    execFileSync('rm', ['-f', join(path, 'objects', blob.slice(0, 2), blob.slice(2))])
    const { code, stderr } = await say(folder, ['ledger', 'blame', path])
    expect(code).toBe(7)
    expect(stderr).toMatch(/key "value" of "prompt" in commit [0-9a-f]{40} is lost.* git fetch from a clone/)
  })

  test('a ledger of a newer format says that this version cannot read it', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'agentdescent-newer-')), 'ledger')
    await (await openGitStore(path)).close()
    writeFileSync(join(path, 'agentdescent/format'), '2\n')
    const { code, stderr } = await say(folder, ['ledger', 'log', path])
    expect([code, stderr]).toEqual([
      7,
      expect.stringContaining(
        `The ledger ${path} has format "2"; this version reads 1. Update agentdescent.`,
      ),
    ])
  })

  test('several artifacts are read one by one, keys spelled as the artifact spells them', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'agentdescent-two-')), 'ledger')
    const store = await openGitStore(path)
    await store.register(promptOf('Answer.\n'), { subject: 'register prompt', trailers: [] })
    const odd = { ...promptOf(''), id: artifactId('tools'), state: stateOf([['.git/con?', 'a\n']]) }
    await store.register(odd, { subject: 'register tools', trailers: [] })
    await store.close()
    const { stderr } = await say(folder, ['ledger', 'blame', path])
    expect(stderr).toContain(
      'holds prompt, tools on dev, so no one artifact can be read. Name the artifact, one of prompt, tools.',
    )
    expect((await json('ledger', 'show', path, 'v1', '--artifact', 'tools')).changes[0].keys).toEqual([
      '.git/con?',
    ])
    expect((await json('ledger', 'log', path, '--artifact', 'tools')).commits.length).toBe(1)
    const both = await openGitStore(path)
    const next = [promptOf('Answer, please.\n'), { ...odd, state: stateOf([['.git/con?', 'b\n']]) }]
    const writes = next.map((artifact) => ({ artifact: { ...artifact, version: 2 }, expected: 1 }))
    await both.compareAndSwap({ branch: 'dev', writes, message: { subject: 'both', trailers: [] } })
    await both.close()
    const { changes } = await json('ledger', 'show', path)
    expect(changes.map(({ artifact }: { artifact: string }) => artifact)).toEqual(['prompt', 'tools'])
  })
})

describe('taking a commit back', () => {
  test('asks first where somebody is there, and wants a yes elsewhere', async () => {
    const before = model.requests.length
    const no = await say(folder, ['ledger', 'revert', 'tickets', 'L1'], { answer: false })
    expect(no.code).toBe(2)
    expect(no.stderr).toContain('Start? It may take 20 calls.')
    const nobody = await say(folder, ['ledger', 'revert', 'tickets', 'L1'])
    expect(nobody.stderr).toContain('Say agentdescent ledger revert tickets L1 --yes, or --max-calls')
    const bare = await say(folder, ['ledger', 'revert', ledger, 'L1', '--yes'])
    expect(bare.stderr).toContain('only a run says how to measure')
    expect(model.requests.length).toBe(before)
  })

  test('what helps stays: the gate refuses to take it back, in as many calls as were quoted', async () => {
    const [before, head] = [model.requests.length, git('rev-parse', 'dev')]
    const { outcome, numbers, calls } = await json('ledger', 'revert', 'tickets', 'L1', '--yes')
    expect(outcome).toBe('refused')
    expect(numbers.candidateSuccesses).toBeLessThan(numbers.baseSuccesses)
    expect(model.requests.length - before).toBe(calls)
    expect(calls).toBeLessThanOrEqual(20)
    expect(git('rev-parse', 'dev')).toBe(head)
    expect(git('log', '-1', '--format=%s', 'proposals')).toContain('below-threshold')
  })

  test('what harms goes: the inverse is committed, published, and is what apply writes', async () => {
    const store = await openGitStore(ledger)
    const head = (await store.read('dev')).artifacts.get(artifactId('tickets'))
    if (head === undefined) throw new RangeError('the run made it')
    const good = head.state.get('value') ?? ''
    const spoilt = { ...head, version: head.version + 1, state: head.state.with('value', 'Write a poem.') }
    const message = { subject: 'by hand', trailers: [] }
    await store.compareAndSwap({
      branch: 'dev',
      writes: [{ artifact: spoilt, expected: head.version }],
      message,
    })
    await store.close()
    const { outcome, version, numbers } = await json(
      'ledger',
      'revert',
      'tickets',
      `v${spoilt.version}`,
      '--max-calls',
      '20',
    )
    expect([outcome, version]).toEqual(['committed', spoilt.version + 1])
    expect(numbers.candidateSuccesses).toBeGreaterThan(numbers.baseSuccesses)
    expect(git('show', 'stable:artifacts/tickets/value')).toBe(good)
    const [line] = (await json('ledger', 'blame', 'tickets')).lines
    expect(line.record.members[0].worker).toBe('revert')
    await say(folder, ['apply', 'tickets'])
    expect(readFileSync(join(folder, 'tickets.prompt.txt'), 'utf8').trimEnd()).toBe(good.trimEnd())
    expect(await json('ledger', 'revert', 'tickets', `v${spoilt.version}`, '--yes')).toMatchObject({
      outcome: 'already-gone',
      calls: 0,
    })
  })

  test('what later commits changed cannot be taken back by itself', async () => {
    const store = await openGitStore(ledger)
    for (const text of ['One.', 'Two.']) {
      const head = (await store.read('dev')).artifacts.get(artifactId('tickets'))
      if (head === undefined) throw new RangeError('the run made it')
      const artifact = { ...head, version: head.version + 1, state: head.state.with('value', text) }
      const message = { subject: text, trailers: [] }
      await store.compareAndSwap({ branch: 'dev', writes: [{ artifact, expected: head.version }], message })
    }
    const [, first] = await store.log('dev', 2)
    await store.close()
    const { code, stderr } = await say(folder, ['ledger', 'revert', 'tickets', first?.commit ?? '', '--yes'])
    expect(code).toBe(7)
    expect(stderr).toContain('later commits changed the same places of "value". Take those back first')
  })
})

function promptOf(text: string) {
  const { rendering } = singleSlot()
  const facts = {
    id: artifactId('prompt'),
    version: 1,
    state: stateOf([['value', text]]),
    contract: { major: 1 },
    blastRadius: 1,
  }
  return rendering === undefined ? facts : { ...facts, rendering }
}

function git(...words: readonly string[]): string {
  const place = words[0] === '--git-dir' ? [] : ['--git-dir', ledger]
  return execFileSync('git', [...place, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
