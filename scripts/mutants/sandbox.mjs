import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** A run that takes longer proves nothing: a slow machine looks the same as a fault that loops for ever. */
const MUTANT_LIMITS = { timeoutMs: 300_000, workers: 1 }

/** The baseline has the machine to itself, and all tests to run. */
const BASELINE_LIMITS = { timeoutMs: 900_000, workers: availableParallelism() }

/** Patient: on a slow machine only a failing assertion may kill a mutant. */
const VITEST_CONFIG = {
  cacheDir: '.cache',
  test: {
    include: ['packages/core/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}

/** Runs of vitest under way, and folders to remove: what an interrupted script has to clear up. */
const running = new Set()
const homes = new Set()

/** Replays every recorded case in a second, whatever file it covers. */
const VECTORS = 'test/vectors/vectors.test.ts'

/** Tests that drive several parts at once. */
const WHOLE_RUNS = 'packages/core/test/'

/**
 * Makes a second checkout in which core and the tests are copies, so that a killed run leaves no fault behind. The
 * rest are links: nothing in there imports core by a relative path.
 */
export function createSandbox() {
  const home = mkdtempSync(join(tmpdir(), 'agentdescent-mutants-'))
  homes.add(home)
  link(home, '.', ['.git', 'package.json', 'packages', 'test', 'vitest.config.ts'])
  link(home, 'packages', ['core'])
  link(home, 'packages/core', ['src', 'test'])
  for (const copied of ['test', 'packages/core/src', 'packages/core/test'])
    cpSync(join(root, copied), join(home, copied), { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(home, 'vitest.config.js'), `export default ${JSON.stringify(VITEST_CONFIG)}\n`)
  return {
    judge: (mutant) => judge(home, mutant),
    /** Runs every test that could judge one of the mutants, with no fault planted. */
    baseline: (mutants) =>
      runTests(home, [...new Set(mutants.flatMap((mutant) => rings(home, mutant).flat()))], BASELINE_LIMITS),
    remove: () => remove(home),
  }
}

/** Ends every run and removes every sandbox; for a script that was told to stop. */
export function clearUp() {
  for (const child of running) stop(child)
  for (const home of homes) remove(home)
}

function remove(home) {
  rmSync(home, { recursive: true, force: true })
  homes.delete(home)
}

/** Links everything in the folder but the exceptions. */
function link(home, folder, exceptions) {
  mkdirSync(join(home, folder), { recursive: true })
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (exceptions.includes(entry.name)) continue
    const type = entry.isDirectory() ? 'junction' : 'file'
    symlinkSync(join(root, folder, entry.name), join(home, folder, entry.name), type)
  }
}

/** Runs the nearest tests first and wider ones only while nothing fails. */
async function judge(home, mutant) {
  const startedAt = performance.now()
  const finish = (outcome, by) => ({ outcome, by, ms: performance.now() - startedAt })
  const path = join(home, 'packages/core/src', mutant.file)
  const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const found = source.split(mutant.find).length - 1
  if (found !== 1) return finish('stale', `its snippet occurs ${found} times in the file`)
  writeFileSync(
    path,
    source.replace(mutant.find, () => mutant.replace),
  )
  try {
    for (const tests of rings(home, mutant)) {
      const { outcome, by } = await runTests(home, tests, MUTANT_LIMITS)
      if (outcome !== 'survived') return finish(outcome, by)
    }
    return finish('survived', '')
  } finally {
    writeFileSync(path, source)
  }
}

function rings(home, { file }) {
  const nearest = `packages/core/src/${file.replace(/\.ts$/, '.test.ts')}`
  const beside = `packages/core/src/${dirname(file)}/`
  const wholeRunsOfArea = `${WHOLE_RUNS}${file.split('/')[0]}/`
  return [
    ...(existsSync(join(home, nearest)) ? [[nearest]] : []),
    [VECTORS],
    [beside, wholeRunsOfArea],
    [WHOLE_RUNS],
  ]
}

async function runTests(home, tests, limits) {
  const { stdout, stderr, timedOut } = await vitestRun(home, tests, limits)
  if (timedOut) return { outcome: 'broken', by: `not done after ${limits.timeoutMs / 1000} s` }
  const start = stdout.indexOf('{"')
  if (start < 0) return { outcome: 'broken', by: stderr.trim().split('\n')[0] || 'vitest reported nothing' }
  const { testResults } = JSON.parse(stdout.slice(start))
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => ({ name, title })),
  )
  const [failed] = failures
  if (failed !== undefined) return { outcome: 'killed', by: `${basename(failed.name)}: ${failed.title}` }
  const unloaded = testResults.find(({ status }) => status === 'failed')
  if (unloaded !== undefined)
    return { outcome: 'broken', by: `does not load: ${unloaded.message.split('\n')[0]}` }
  return { outcome: 'survived', by: '' }
}

function vitestRun(home, tests, { timeoutMs, workers }) {
  const flags = ['run', '--reporter=json', '--bail=1', `--maxWorkers=${workers}`, ...tests]
  const child = spawn(process.execPath, [vitest, ...flags], {
    cwd: home,
    detached: process.platform !== 'win32',
  })
  running.add(child)
  const output = { stdout: '', stderr: '', timedOut: false }
  child.stdout.setEncoding('utf8').on('data', (text) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (output.stderr += text))
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      output.timedOut = true
      stop(child)
    }, timeoutMs)
    child.on('close', () => {
      clearTimeout(timer)
      running.delete(child)
      resolve(output)
    })
  })
}

/** The workers that vitest started end with it: a loop in one of them would keep its output open. */
function stop(child) {
  if (process.platform === 'win32') child.kill('SIGKILL')
  else process.kill(-child.pid, 'SIGKILL')
}
