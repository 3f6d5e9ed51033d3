// Says whether cargo works on this machine, and if not, why.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'

/** Returns the toolchain's version line, or what is wrong with it: the first line that a broken cargo printed. */
export function probeCargo() {
  const run = spawnSync('cargo', ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  if (run.error !== undefined) return { problem: 'no cargo on the PATH' }
  if (run.status === 0) return { toolchain: run.stdout.trim() }
  const said = firstLine(run.stderr) ?? firstLine(run.stdout) ?? `exit status ${run.status}`
  return { problem: `"cargo --version" failed: ${said}` }
}

/** Returns the one line for people who have no addon. */
export function notBuilt(problem) {
  return `native addon: not built (${problem}); the TypeScript kernel serves\n`
}

function firstLine(output) {
  const lines = stripVTControlCharacters(output).split(/\r?\n/)
  return lines.map((line) => line.trim()).find((line) => line !== '')
}
