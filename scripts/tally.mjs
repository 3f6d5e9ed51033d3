// Counts what the gate's steps ran. `add TALLY NAME STATUS LOG [REPORT]` appends one step's counts,
// `sum TALLY` prints them and ends with `N passed, N failed`.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2))

function main([verb, tally, name, status, log, report]) {
  if (verb === 'add') {
    const counts = countsOf({
      exit: Number(status),
      log: readFileSync(log, 'utf8'),
      report: report !== undefined && existsSync(report) ? readFileSync(report, 'utf8') : undefined,
    })
    appendFileSync(tally, `${JSON.stringify({ name, ...counts })}\n`)
    return 0
  }
  const steps = readFileSync(tally, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { lines, failed } = summary(steps, process.env.CI === 'true')
  process.stdout.write(`${lines.join('\n')}\n`)
  return failed === 0 ? 0 : 1
}

/** Returns the counts of one step: its runner's own where it has one, else the step itself. */
export function countsOf({ exit, log, report }) {
  const own =
    report === undefined ? countsInLog(stripVTControlCharacters(log)) : vitestCounts(JSON.parse(report))
  const { passed, failed, skipped } = own ?? { passed: exit === 0 ? 1 : 0, failed: 0, skipped: 0 }
  const unexplained = failed === 0 && (exit !== 0 || passed === 0)
  return { passed, failed: unexplained ? 1 : failed, skipped }
}

/** Returns the table's lines, the closing line last. Where a skipped check is refused it counts as failed. */
export function summary(steps, refuseSkipped) {
  const total = (key) => steps.reduce((sum, step) => sum + step[key], 0)
  const failed = total('failed') + (refuseSkipped ? total('skipped') : 0)
  const rows = steps.map(
    ({ name, passed, failed: broken, skipped }) =>
      `${name.padEnd(14)} ${String(passed).padStart(6)} ${String(broken).padStart(6)} ${String(skipped).padStart(7)}`,
  )
  const lines = [
    'step           passed failed skipped',
    ...rows,
    `${total('passed')} passed, ${failed} failed`,
  ]
  return { lines, failed }
}

function vitestCounts({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
}

function countsInLog(log) {
  return cargoCounts(log) ?? closingLine(log)
}

function cargoCounts(log) {
  const results = [...log.matchAll(/^test result: .*? (\d+) passed; (\d+) failed; (\d+) ignored/gm)]
  if (results.length === 0) return undefined
  const sum = (group) => results.reduce((total, match) => total + Number(match[group]), 0)
  return { passed: sum(1), failed: sum(2), skipped: sum(3) }
}

function closingLine(log) {
  const match = [...log.matchAll(/^(?:\w+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1)
  if (match === undefined) return undefined
  return { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) }
}
