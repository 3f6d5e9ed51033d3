import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import { appendRules, artifactId, singleSlot, stateOf } from '@agentdescent/core'
import type { Artifact } from '@agentdescent/core'
import { afterAll, expect } from 'vitest'
import { evolve } from '../evolve.ts'
import { openLedger } from '../open-ledger.ts'
import { openGitStore } from '../stores/git-store/git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-blame-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Where a version changes the one before: lines taken out at a place, and how many new ones come there. */
const change = fc.record({ at: fc.nat(9), gone: fc.nat(3), come: fc.nat(3) })

test.prop([fc.array(change, { minLength: 1, maxLength: 7 })], { numRuns: 25 })(
  'names the commit that git blame names, for every line of every version',
  async (changes) => {
    const path = await ledgerOf(textsOf(changes))
    // A slot tells the model when it is empty; git has no line for that.
    const ledger = await openLedger(path, { strategy: { render: (state) => state.get('value') ?? '' } })
    const lines = await ledger.blame()
    expect(lines.map(({ commit }) => commit)).toEqual(gitBlame(path, 'dev'))
    for (const { line, text, version } of lines)
      expect((await ledger.render(version)).split('\n'), `L${line}`).toContain(text)
    const first = await ledger.blame('v1')
    expect(first.map(({ version }) => version)).toEqual(first.map(() => 1))
    await ledger.close()
  },
)

test('a last line that gets company keeps its origin, though git takes its line feed for a change', async () => {
  const path = await ledgerOf(['one', 'one\ntwo'])
  const ledger = await openLedger(path)
  expect((await ledger.blame()).map(({ text, version }) => [text, version])).toEqual([
    ['one', 1],
    ['two', 2],
  ])
  await ledger.close()
})

test('looks at no more commits than it takes to explain every line', async () => {
  const path = await ledgerOf(['one\n', 'two\n', 'two\nthree\n', 'four\n', 'four\nfive\n'])
  const ledger = await openLedger(path)
  let commits = 0
  const lines = await ledger.blame('dev', { onCommit: () => commits++ })
  expect(lines.map(({ version }) => version)).toEqual([4, 5])
  // The two that brought them, and the one before, which has neither.
  expect(commits).toBe(3)
  await ledger.close()
})

test('a line of a fusion names every member, and the one whose own diff holds it', async () => {
  const path = join(scratch, String(count++))
  const words = ['alpha', 'beta', 'gamma', 'delta']
  const tasks = Array.from({ length: 24 }, (_, at) => ({ id: `t${at}`, prompt: words[at % 4] ?? '' }))
  await evolve({
    tasks,
    ledger: path,
    strategy: appendRules({ title: '' }),
    run: async (rendered) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return rendered
    },
    reward: ({ prompt }, output) => (output.includes(prompt) ? 1 : 0),
    propose: ({ task }) => task.prompt,
    rounds: 1,
    workers: 4,
  })
  const ledger = await openLedger(path)
  const lines = (await ledger.blame()).filter(({ text }) => words.some((word) => text.includes(word)))
  expect(lines.length).toBeGreaterThan(1)
  for (const { broughtBy, gain, record, text } of lines) {
    expect(record?.members.length).toBe(lines.length)
    expect(gain).toBeGreaterThan(0)
    const asked = broughtBy.flatMap((member) => member.tasks)
    expect(asked.map((id) => tasks.find((task) => task.id === id)?.prompt)).toEqual([text.slice(2)])
  }
  await ledger.close()
})

/** Every line that comes is new, so that there is one way to align two versions. */
function textsOf(changes: readonly { at: number; gone: number; come: number }[]): readonly string[] {
  let [lines, made]: [readonly string[], number] = [['first', 'second', 'third'], 0]
  const texts = [lines]
  for (const { at, gone, come } of changes) {
    const fresh = Array.from({ length: come }, () => `line ${made++}`)
    lines = lines.toSpliced(at % (lines.length + 1), gone, ...fresh)
    texts.push(lines)
  }
  return texts.map((each) => each.map((line) => `${line}\n`).join(''))
}

async function ledgerOf(texts: readonly string[]): Promise<string> {
  const path = join(scratch, String(count++))
  const store = await openGitStore(path, { durability: 'atomic' })
  for (const [at, text] of texts.entries()) {
    const writes = [{ artifact: promptOf(text, at + 1), expected: at }]
    const message = { subject: `version ${at + 1}`, trailers: [] }
    if (at === 0) await store.register(promptOf(text, 1), message)
    else await store.compareAndSwap({ branch: 'dev', writes, message })
  }
  await store.close()
  return path
}

function promptOf(text: string, version: number): Artifact {
  const { rendering } = singleSlot()
  const facts = { id: artifactId('prompt'), version, contract: { major: 1 }, blastRadius: 1 }
  return { ...facts, state: stateOf([['value', text]]), ...(rendering && { rendering }) }
}

function gitBlame(path: string, branch: string): readonly string[] {
  const words = ['--git-dir', path, 'blame', '-l', '-s', branch, '--', 'artifacts/prompt/value']
  const told = execFileSync('git', words, { encoding: 'utf8' })
  return told.split('\n').flatMap((line) => /^\^?([0-9a-f]{39,40})/.exec(line)?.[1] ?? [])
}
