import { describe, expect, test } from 'vitest'
import { evolve, reportOf, singleSlot } from '../../src/index.ts'
import { goldenRun, RULE } from '../evolve/golden-options.ts'

describe('the report of a run', () => {
  test('shows score, curve, edits with their reasons, spend and settings', async () => {
    const { options } = goldenRun()
    const report = reportOf(await evolve({ ...options, workers: 3, rounds: 6 }))
    expect(report).toContain(
      'Held out: 0 of 5 (0.000; 95 % between 0.004 and 0.459) at the start, 5 of 5 (1.000;',
    )
    expect(report).toContain('0 | 1.000 | 2 | 1 | 0 | 0 | 3 | 19')
    expect(report).toContain('## Accepted edits (3)')
    expect(report).toContain('Committed as version 2.')
    expect(report).toContain('18 rollouts, 34 calls of `run` and `propose`')
    expect(report).toContain('Every held-out task is solved')
    expect(report).toContain('"scheduler"')
  })

  test('says why nothing was committed, and the cure', async () => {
    const { options } = goldenRun()
    const report = reportOf(await evolve({ ...options, propose: () => 'Be polite.', rounds: 2 }))
    expect(report).toContain('## Accepted edits (0)\n\nNone.')
    expect(report).toContain('is not above')
    expect(report).toContain('improve the proposer')
  })

  test('names the limit that ended a run without gain', async () => {
    const { options } = goldenRun()
    const report = reportOf(
      await evolve({ ...options, propose: () => null, workers: 1, stop: { maxCalls: 14 } }),
    )
    expect(report).toContain('raise that limit')
  })

  test.each([
    { solved: 1, advice: 'within what chance alone gives (tasks better: 1, worse: 0; p 1.00)' },
    { solved: 8, advice: 'The held-out score rose; look at the accepted edits' },
  ])('tells a rise by $solved of 10 held-out tasks from chance', async ({ solved, advice }) => {
    const tasks = Array.from({ length: 30 }, (_, index) => ({
      id: `t${index}`,
      prompt: `Question ${index}`,
    }))
    const solvable = new Set(tasks.slice(20, 20 + solved).map(({ id }) => id))
    const report = reportOf(
      await evolve({
        ...goldenRun().options,
        tasks,
        evaluation: { shuffle: false, heldOutFraction: 1 / 3 },
        run: (rendered, { id }) => (rendered.includes(RULE) && solvable.has(id) ? 'right' : 'wrong'),
        reward: (_task, output) => (output === 'right' ? 1 : 0),
        rounds: 2,
      }),
    )
    expect(report).toContain(advice)
  })

  test('says that one key cannot be fused by keys', async () => {
    const { options } = goldenRun()
    let count = 0
    const propose = (): string => `Attempt ${count++}`
    const report = reportOf(await evolve({ ...options, strategy: singleSlot(), propose, rounds: 2 }))
    expect(report).toContain('contradict')
  })

  test('model text can neither end its block nor become a heading or a link', async () => {
    const { options } = goldenRun()
    const hostile = `# owned\n\`\`\`\u001b[31m[link](http://x.test) <script> ${RULE}`
    const report = reportOf(await evolve({ ...options, propose: () => hostile, rounds: 1 }))
    expect(report).not.toMatch(/^# owned/m)
    expect(report.split('````text')).toHaveLength(2)
    expect(report).not.toContain('\u001b')
    expect(report).toContain('\\[link\\](http')
  })
})
