import { describe, expect, test } from 'vitest'
import { countsOf, summary } from './tally.mjs'

const report = (fields) =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...fields,
  })

describe('a step counts', () => {
  test.each([
    ['itself, when its log has no counts', { exit: 0, log: 'fine' }, [1, 0, 0]],
    ['as failed, when its log has no counts', { exit: 2, log: 'broken' }, [0, 1, 0]],
    ['its own closing line', { exit: 1, log: 'x\nlint: 12 passed, 2 failed\n' }, [12, 2, 0]],
    [
      'its last closing line',
      { exit: 0, log: '1 passed, 0 failed\n3 passed, 0 failed, 2 skipped' },
      [3, 0, 2],
    ],
    ['a coloured closing line', { exit: 0, log: '\u001b[32m4 passed, 0 failed\u001b[39m' }, [4, 0, 0]],
    [
      "all of cargo's binaries",
      {
        exit: 0,
        log: 'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\ntest result: ok. 4 passed; 0 failed; 0 ignored;',
      },
      [7, 0, 1],
    ],
    ['one failure for an exit that no count explains', { exit: 101, log: '5 passed, 0 failed' }, [5, 1, 0]],
    ['one failure when nothing ran', { exit: 0, log: '0 passed, 0 failed' }, [0, 1, 0]],
    [
      "vitest's report",
      {
        exit: 1,
        log: '',
        report: report({ numPassedTests: 9, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }),
      },
      [9, 1, 3],
    ],
    [
      'a test file that did not load',
      {
        exit: 1,
        log: '',
        report: report({ numPassedTests: 9, testResults: [{ status: 'failed', assertionResults: [] }] }),
      },
      [9, 1, 0],
    ],
  ])('%s', (_, step, [passed, failed, skipped]) => {
    expect(countsOf(step)).toEqual({ passed, failed, skipped })
  })
})

test('the sum ends with one line over all runners', () => {
  const steps = [
    { name: 'test', passed: 40, failed: 1, skipped: 0 },
    { name: 'lint', passed: 12, failed: 0, skipped: 2 },
  ]
  expect(summary(steps, false)).toMatchObject({ failed: 1 })
  expect(summary(steps, false).lines.at(-1)).toBe('52 passed, 1 failed')
})

test('a skipped check is a failed one where skipping is refused', () => {
  const { lines, failed } = summary([{ name: 'test', passed: 40, failed: 0, skipped: 3 }], true)
  expect([lines.at(-1), failed]).toEqual(['40 passed, 3 failed', 3])
})
