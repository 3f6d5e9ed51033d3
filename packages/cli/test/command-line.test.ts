import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { expect, test } from 'vitest'
import { cli, main } from './run-cli.ts'

test.each([
  [['demp'], 'There is no command "demp". Did you mean demo?'],
  [['--jsn'], 'There is no flag "--jsn". Did you mean --json?'],
  [['demo', '--sede', '3'], 'There is no flag "--sede". Did you mean --seed?'],
  [['demo', '--seed'], '--seed <N> is given without a value. See agentdescent demo --help.'],
  [['demo', '--seed', 'x'], '--seed is "x"; it must be a whole number of at least 0.'],
  [['demo', '--seed', '-1'], '--seed is "-1"; it must be a whole number of at least 0.'],
  [
    ['demo', 'extra'],
    "too many arguments for 'demo'. Expected 0 arguments but got 1. See agentdescent demo --help.",
  ],
])('%j is refused in one sentence, exit code 2', (words, sentence) => {
  expect(cli(words)).toEqual({ code: 2, stdout: '', stderr: `agentdescent: ${sentence}\n` })
})

test('with --json a refusal is a document too', () => {
  const { code, stdout } = cli(['demo', '--sede', '3', '--json'])
  expect(code).toBe(2)
  expect(JSON.parse(stdout)).toMatchObject({
    schemaVersion: 1,
    error: { code: 'unknown-flag', value: '"--sede"', fix: 'Did you mean --seed?' },
  })
})

test.each([[[]], [['--help']], [['demo', '--help']]])('%j prints the help as data', (words) => {
  const { code, stdout, stderr } = cli(words)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Usage: agentdescent')
})

test('H9: doctor says which kernel serves, and why no other', () => {
  const { stdout } = cli(['doctor', '--json'], { environment: { AGENTDESCENT_KERNEL: 'typescript' } })
  const { checks } = JSON.parse(stdout).data
  expect(checks).toContainEqual({
    name: 'merge kernel',
    state: 'missing',
    found: expect.stringMatching(/^typescript, because .*AGENTDESCENT_KERNEL/),
    fix: expect.stringContaining('native'),
  })
})

test('a reader that goes away is no error', () => {
  const { stderr, status } = spawnSync('sh', ['-c', `"${process.execPath}" "${main}" demo | true; exit 0`], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stderr).not.toMatch(/EPIPE|Error/)
})

const ESCAPE = String.fromCodePoint(0x1b)
test.each([
  [{ FORCE_COLOR: '1' }, [], true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, [], false],
  [{ FORCE_COLOR: '1' }, ['--no-color'], false],
  [{}, [], false],
])('under %j with %j colours are %s', (environment, flags, expected) => {
  expect(cli(['demo', '--one-field', ...flags], { environment }).stdout.includes(ESCAPE)).toBe(expected)
})
