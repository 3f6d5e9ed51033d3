import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import { artifactId, authorId, diffId, leaseId, runId, stateDigest, stateOf } from '@agentdescent/core'
import type { Proposal, StepRecord } from '@agentdescent/core'
import { afterAll, expect } from 'vitest'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-steps-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const prompt = artifactId('prompt')
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\n\nAgentDescent-Step: 9', '__proto__', '\0', '\r\n', '\u2028', ''),
)
const proposals = fc.array(
  fc.record({ text: hostile, reason: hostile, task: hostile, key: hostile, edit: fc.option(hostile) }),
  { maxLength: 3 },
)

test.prop([fc.array(proposals, { minLength: 1, maxLength: 3 })], { numRuns: 12 })(
  'reads back every record, whatever its texts, also when the ledger is opened again',
  async (batches) => {
    const path = freshPath()
    const store = await openGitStore(path)
    const steps = batches.map((batch, at) => stepOf(at + 1, batch.map(proposalOf)))
    for (const step of steps) await store.record(step)
    await store.close()
    const reader = await openGitStore(path, { isReadOnly: true })
    expect(await reader.records(10)).toEqual(steps.toReversed())
    expect(await reader.records(1)).toEqual(steps.slice(-1))
    await reader.close()
    expect(git(path, 'fsck', '--strict')).toBe('')
  },
)

test('a step that is done again and comes to the same is one, and another run is told apart', async () => {
  const store = await openGitStore(freshPath())
  const step = stepOf(1, [proposalOf({ text: 'x', reason: 'no', task: 't1', key: 'k', edit: 'x' })])
  for (const each of [step, step, { ...step, run: runId('r2') }]) await store.record(each)
  expect((await store.records(10)).map(({ run }) => run)).toEqual(['r2', 'r1'])
  await store.close()
})

test('plain git tells what was refused and why, and packs it', async () => {
  const path = freshPath()
  const store = await openGitStore(path, { packAbove: 2 })
  await store.register(artifact, { subject: 'register', trailers: [] })
  const refused = proposalOf({ text: 'x', reason: 'Scored\nworse.', task: 't1', key: 'k', edit: 'x' })
  for (let step = 1; step <= 4; step++) await store.record(stepOf(step, [refused]))
  await store.close()
  expect(git(path, 'log', '-1', '--format=%s%n%b', 'proposals')).toBe(
    'step 4: 1 below-threshold\nbelow-threshold d1 -> prompt: Scored worse.\n\nAgentDescent-Run: r1\nAgentDescent-Step: 4\n\n',
  )
  git(path, 'gc', '--quiet', '--prune=now')
  const again = await openGitStore(path)
  expect((await again.records(10)).length).toBe(4)
  await again.close()
})

test('yields the newest record first, reads no other before it is asked for, and none once it is closed', async () => {
  const path = freshPath()
  const store = await openGitStore(path)
  for (let step = 1; step <= 3; step++) await store.record(stepOf(step, []))
  const lost = git(path, 'rev-parse', 'proposals~2:step.json').trim()
  rmSync(join(path, 'objects', lost.slice(0, 2), lost.slice(2)))
  const steps = store.steps()[Symbol.asyncIterator]()
  expect([await steps.next(), await steps.next()].map(({ value }) => value)).toEqual([
    stepOf(3, []),
    stepOf(2, []),
  ])
  await expect(steps.next()).rejects.toMatchObject({ code: 'corrupt' })
  const more = store.steps()[Symbol.asyncIterator]()
  await more.next()
  await store.close()
  await expect(more.next()).rejects.toMatchObject({ code: 'closed' })
})

test('a ledger without records has none, and gets no branch for them', async () => {
  const path = freshPath()
  const store = await openGitStore(path)
  expect(await store.records(10)).toEqual([])
  await expect(store.read('proposals')).rejects.toMatchObject({ code: 'unknown-branch' })
  await store.close()
  expect(existsSync(join(path, 'refs/heads/proposals'))).toBe(false)
})

test('a record that another program wrote is a damage that names the branch', async () => {
  const path = freshPath()
  const store = await openGitStore(path)
  await store.record(stepOf(1, []))
  writeFileSync(join(scratch, 'blob'), '{"run":1}')
  const blob = git(path, 'hash-object', '-w', join(scratch, 'blob')).trim()
  const tree = execFileSync('git', ['--git-dir', path, 'mktree'], {
    input: `100644 blob ${blob}\tstep.json\n`,
  })
  const person = {
    GIT_AUTHOR_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x@x',
    GIT_COMMITTER_NAME: 'x',
    GIT_COMMITTER_EMAIL: 'x@x',
  }
  const commit = execFileSync('git', ['--git-dir', path, 'commit-tree', '-m', 'x', tree.toString().trim()], {
    encoding: 'utf8',
    env: { ...process.env, ...person },
  })
  git(path, 'update-ref', 'refs/heads/proposals', commit.trim())
  await expect(store.records(1)).rejects.toMatchObject({
    code: 'corrupt',
    message: expect.stringContaining('proposals'),
  })
  await store.close()
})

interface Drawn {
  readonly text: string
  readonly reason: string
  readonly task: string
  readonly key: string
  readonly edit: string | null
}

function proposalOf({ text, reason, task, key, edit }: Drawn): Proposal {
  return {
    id: diffId('d1'),
    lease: leaseId('l1'),
    artifact: prompt,
    parents: [stateDigest('00')],
    baseVersion: 1,
    author: authorId('w1'),
    tasks: [task],
    text,
    edits: new Map([[key, edit]]),
    verdict: 'below-threshold',
    reason,
    numbers: { gain: -0.5 },
  }
}

function stepOf(step: number, ended: readonly Proposal[]): StepRecord {
  const counts = { considered: 1, survived: 0, stale: 0, oversized: 0, screened: 1, conflicts: 0 }
  return {
    run: runId('r1'),
    step,
    reports: [{ artifact: prompt, counts, outcome: 'screened' }],
    proposals: ended,
    learnt: [{ part: 'audit', name: 'audit', state: [['prompt', 1.25, '']] }],
  }
}

const artifact = {
  id: prompt,
  version: 1,
  state: stateOf([['k', 'text']]),
  contract: { major: 1 },
  blastRadius: 1,
}

function git(path: string, ...args: readonly string[]): string {
  return execFileSync('git', ['--git-dir', path, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function freshPath(): string {
  return join(scratch, String(count++))
}
