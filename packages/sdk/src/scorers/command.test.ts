import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { command } from './command.ts'
import { noAnswer } from './no-answer.ts'

const task = { id: 'a task', prompt: 'How?', meta: { gold: 'so' } }

/** A scorer that is a Node program. */
function program(source: string, options?: Parameters<typeof command>[1]): ReturnType<typeof command> {
  return command([process.execPath, '-e', source], options)
}

describe('a program as scorer', () => {
  test('reads task and output as JSON and prints a number', async () => {
    const score = program(`
      const { task, output } = JSON.parse(require('fs').readFileSync(0, 'utf8'))
      console.log(task.meta.gold === output ? 1 : 0.25)`)
    expect(await score(task, 'so')).toBe(1)
    expect(await score(task, '"; $(exit 7) `\n')).toBe(0.25)
  })

  test('may print metrics beside the reward', async () => {
    const score = program(`console.log(JSON.stringify({ reward: 0.5, metrics: { lines: 3, note: 'x' } }))`)
    expect(await score(task, '')).toEqual({ reward: 0.5, metrics: { lines: 3 } })
  })

  test('gets no variable that was not named', async () => {
    process.env['SCORER_TEST_SECRET'] = 'x'
    const score = program(`console.log(process.env.SCORER_TEST_SECRET ? 0 : Number(process.env.GIVEN))`, {
      env: { GIVEN: '1' },
    })
    expect(await score(task, '')).toBe(1)
  })

  test('is not asked about a missing answer', async () => {
    expect(await program('process.exit(1)')(task, noAnswer('refused'))).toBe(0)
  })

  test('that takes too long gives 0, is counted, and is killed with what it started', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'scorer-')), 'pid')
    const score = program(
      `const { pid } = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
       require('fs').writeFileSync(${JSON.stringify(file)}, String(pid))
       process.on('SIGTERM', () => {})
       setInterval(() => {}, 1000)`,
      { timeoutMs: 6000 },
    )
    expect(await score(task, '')).toEqual({ reward: 0, metrics: { timedOut: 1 } })
    expect(score.timeouts()).toBe(1)
    await expect.poll(() => isRunning(Number(readFileSync(file, 'utf8')))).toBe(false)
  })

  test.each([
    {
      source: `console.error('no model'); process.exit(3)`,
      code: 'scorer-failed',
      words: 'ended with code 3, saying "no model"',
    },
    { source: `console.log('very good')`, code: 'bad-reward', words: String.raw`printed "very good\n"` },
    { source: '', code: 'bad-reward', words: 'printed ""' },
    { source: `process.stdout.write('1'.repeat(1e6))`, code: 'scorer-failed', words: 'printed more than' },
  ])('that $words breaks its contract', async ({ source, code, words }) => {
    const scoring = program(source)(task, 'x')
    await expect(scoring).rejects.toMatchObject({ code, kind: 'caller' })
    await expect(scoring).rejects.toThrow(words)
  })

  test('that does not exist breaks its contract', async () => {
    await expect(command(['no-such-program-here'])(task, 'x')).rejects.toMatchObject({
      code: 'scorer-failed',
    })
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
