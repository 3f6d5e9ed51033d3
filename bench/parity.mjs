// Runs the parity test of the kernels on many seeds: `AGENTDESCENT_PARITY_CASES` of them, 20,000 by default.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { kernelInfo } from '../packages/merge-native/dist/index.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

export async function run() {
  const cases = process.env.AGENTDESCENT_PARITY_CASES ?? '20000'
  const folder = mkdtempSync(join(tmpdir(), 'bench-parity-'))
  const report = join(folder, 'shares.txt')
  try {
    const { status, stdout } = spawnSync(
      process.execPath,
      [vitest, 'run', 'packages/merge-native/test/parity.test.ts'],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, AGENTDESCENT_PARITY_CASES: cases, AGENTDESCENT_PARITY_REPORT: report },
      },
    )
    const { name, reason } = kernelInfo()
    return {
      rows: [
        {
          kernels: `typescript and ${name}`,
          shares: readFileSync(report, 'utf8').trim(),
          differences: status === 0 ? 0 : 1,
        },
      ],
      floor:
        'no difference; clean ≥ 30 %, conflicts ≥ 30 %, repeated lines ≥ 20 %, prose pass ≥ 10 % of the cases',
      failures:
        status === 0
          ? []
          : [
              stdout
                .split('\n')
                .filter((line) => line.includes('Error'))
                .join('\n'),
            ],
      ...(name === 'native' ? {} : { notMeasured: `not compared: ${reason}` }),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
