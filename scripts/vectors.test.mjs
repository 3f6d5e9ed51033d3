import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = fileURLToPath(new URL('./vectors.mjs', import.meta.url))
const replay = { fn: 'difficulty_weight', pass_rate: 0.5, floor: 0 }
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function vectors(name, cases) {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ about: 'a test', tolerance: 1e-9, cases }))
}

function run() {
  const { status, stdout } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...process.env, AGENTDESCENT_VECTORS: folder },
  })
  return { status, lines: stdout.trim().split('\n') }
}

test('a case is replayed by the name of its file: passed, failed with its place, or skipped', () => {
  vectors('nobody_replays_this', [{ input: 1, expected: 1 }])
  vectors('signal_and_ucb', [
    { input: replay, expected: 1 },
    { name: 'wrong', input: replay, expected: 0.25 },
  ])
  expect(run()).toEqual({
    status: 1,
    lines: [
      'skipped: nobody_replays_this: no replayer has the name of its file (1)',
      'failed: signal_and_ucb 1: wrong: output: expected 0.25, got 1',
      '1 passed, 1 failed, 1 skipped',
    ],
  })
})

test('a folder that cannot be read fails the run', () => {
  writeFileSync(join(folder, 'torn.json'), '{"cases": [')
  const { status, lines } = run()
  expect([status, lines.at(-1)]).toEqual([1, '0 passed, 1 failed, 0 skipped'])
})
