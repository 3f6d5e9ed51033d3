// Replays the recorded cases of fixtures/vectors, or of the folder that AGENTDESCENT_VECTORS names, and ends
// with `N passed, N failed, N skipped`. A case whose file has no replayer in a package's test/vectors is skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { root } from './source-files.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'vectors-'))
try {
  process.exitCode = main(join(scratch, 'report.json'))
} finally {
  rmSync(scratch, { recursive: true })
}

function main(report) {
  const run = runVitest(report)
  if (!existsSync(report)) {
    process.stderr.write(`${run.stdout}${run.stderr}`)
    process.stdout.write('0 passed, 1 failed, 0 skipped\n')
    return 1
  }
  const outcomes = JSON.parse(readFileSync(report, 'utf8'))
  const having = (outcome) => outcomes.filter((each) => each.outcome === outcome)
  for (const line of skippedFiles(having('skipped'))) process.stdout.write(`${line}\n`)
  for (const { name, detail } of having('failed')) process.stdout.write(`failed: ${name}: ${detail}\n`)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((outcome) => having(outcome).length)
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
  return failed === 0 && passed + skipped > 0 ? 0 : 1
}

function runVitest(report) {
  const folder = process.env.AGENTDESCENT_VECTORS
  return spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', 'test/vectors/vectors.test.ts'],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        AGENTDESCENT_VITEST_REPORT: undefined,
        AGENTDESCENT_VECTORS_REPORT: report,
        ...(folder === undefined ? {} : { AGENTDESCENT_VECTORS: resolve(folder) }),
      },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
}

/** One line for each file and reason: cases are named `file index` with their own name behind a colon. */
function skippedFiles(skipped) {
  const counts = new Map()
  for (const { name, detail } of skipped) {
    const key = `skipped: ${name.split(' ')[0]}: ${detail}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, count]) => `${key} (${count})`)
}
