import { spawn, spawnSync } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'

/**
 * Starts one Python process that answers a line of JSON with a line of JSON. Without Python, or without the package
 * `agentdescent`, the result has `missing`: one sentence that says what to install.
 */
export async function startReference(program) {
  const { interpreter, missing } = findReference()
  if (interpreter === undefined) return { missing, stop: () => {} }
  const child = spawn(interpreter, ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ask: async (job) => {
      child.stdin.write(`${JSON.stringify(job)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('The reference ended before it answered.')
      return JSON.parse(value)
    },
    stop: () => child.stdin.end(),
  }
}

function findReference() {
  const python = process.platform === 'win32' ? 'python' : 'python3'
  const found = spawnSync(python, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  if (found.status !== 0) return { missing: `${python} does not run here; the reference side needs it.` }
  const interpreter = found.stdout.trim()
  const imported = spawnSync(interpreter, ['-c', 'import agentdescent'], { encoding: 'utf8' })
  if (imported.status !== 0) {
    return { missing: `${interpreter} has no package agentdescent; run "pip install agentdescent" for it.` }
  }
  return { interpreter }
}
