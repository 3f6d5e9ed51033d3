// What starting the command line costs, a process a time, beside a Node that does nothing.
import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'

const PROCESSES = 11
const LIMIT_MS = 150
const main = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url))
const reporter = fileURLToPath(new URL('report-cpu.cjs', import.meta.url))

const programs = {
  'node, nothing to do': ['--eval', '0'],
  'agentdescent --version': [main, '--version'],
  'agentdescent --help': [main, '--help'],
  'agentdescent demo': [main, 'demo'],
}

export async function run() {
  const rows = Object.entries(programs).map(([program, words]) => rowOf(program, words))
  const version = rows.find(({ program }) => program.endsWith('--version'))
  const failures =
    version.leastCpuMs < LIMIT_MS
      ? []
      : [`--version takes ${version.leastCpuMs.toFixed(0)} ms of processor time at least.`]
  return { rows, floor: `--version takes under ${LIMIT_MS} ms of processor time`, failures }
}

function rowOf(program, words) {
  const runs = Array.from({ length: PROCESSES }, () => started(words))
  const cpu = runs.map(({ cpuMs }) => cpuMs)
  return {
    program,
    leastCpuMs: Math.min(...cpu),
    medianCpuMs: median(cpu),
    medianWallMs: median(runs.map(({ wallMs }) => wallMs)),
  }
}

function started(words) {
  const before = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['--require', reporter, ...words], {
    encoding: 'utf8',
  })
  const wallMs = performance.now() - before
  const cpuMs = Number(/^cpu (.+)$/m.exec(stderr)?.[1])
  if (status !== 0 || Number.isNaN(cpuMs))
    throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
  return { cpuMs, wallMs }
}
