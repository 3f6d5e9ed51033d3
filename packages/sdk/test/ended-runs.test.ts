import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const sdk = new URL('../dist/index.js', import.meta.url).href
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs evolve() without an observer in a process of its own; the options are JavaScript. */
function ended(options: string): { stdout: string; reasons: readonly string[]; status: number | null } {
  const program = `
    import { evolve, partialResultOf } from ${JSON.stringify(sdk)}
    const rule = 'Answer in lower case.'
    const clock = { now: () => 0, sleep: async () => {} }
    const result = await evolve({
      tasks: Array.from({ length: 12 }, (_, index) => ({ id: 't' + index, prompt: 'question ' + index })),
      run: (rendered) => (rendered.includes(rule) ? 'right' : 'wrong'),
      reward: (_task, output) => (output === 'right' ? 1 : 0),
      propose: () => rule,
      clock,
      ...${options},
    }).catch((error) => ({ thrown: error.code, ...partialResultOf(error) }))
    const { thrown, stopReason, error, rollouts, calls, version, proposals } = result
    console.log(JSON.stringify([thrown ?? 'returned', stopReason, String(error), rollouts, calls, version, proposals.length]))
  `
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
  })
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('(Use `node'))
  return { stdout: stdout.trim(), reasons: lines.map((line) => line.replace(/^\(node:\d+\) /, '')), status }
}

test('a backend that never answers: the reason on stderr, once', () => {
  const { stdout, reasons, status } = ended(`{ run: () => { throw new Error('429 too many requests') } }`)
  expect(reasons).toEqual(['[run-failed] AgentDescentWarning: The run ended early: 429 too many requests'])
  expect(stdout).toBe('["returned","error","Error: 429 too many requests",12,12,1,0]')
  expect(status).toBe(0)
})

test('an oracle that answers NaN: the reason on stderr, the evidence in the result', () => {
  const { stdout, reasons } = ended(`{ artifact: { blastRadius: 0.9 }, evaluation: { oracle: () => NaN } }`)
  expect(reasons).toEqual([
    '[run-failed] AgentDescentWarning: The run ended early: The oracle returned NaN; it must return a number in [0, 1].',
  ])
  expect(JSON.parse(stdout).slice(0, 2)).toEqual(['returned', 'error'])
  expect(JSON.parse(stdout).at(-1)).toBe(4)
})

test('a rule that throws: the reason on stderr names the slot and the rule', () => {
  const { reasons } = ended(
    `{ policies: { acceptance: { name: 'mine', judge: () => undefined.probability } } }`,
  )
  expect(reasons).toHaveLength(1)
  expect(reasons[0]).toContain('The run ended early: The acceptance rule "mine" threw: Cannot read')
})

test('a reward out of range is thrown, and what was reached is attached to it', () => {
  const { stdout, reasons } = ended(`{ reward: () => 7 }`)
  expect(JSON.parse(stdout).slice(0, 3)).toEqual([
    'bad-reward',
    'error',
    expect.stringContaining('reward() returned 7 for task "t0"'),
  ])
  expect(reasons).toHaveLength(1)
})

test('a run that ends as planned says nothing', () => {
  const { stdout, reasons } = ended(`{}`)
  expect([reasons, JSON.parse(stdout).slice(0, 3)]).toEqual([[], ['returned', 'rounds', 'undefined']])
})
