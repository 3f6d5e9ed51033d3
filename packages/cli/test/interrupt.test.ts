import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { main } from './run-cli.ts'
import { say } from './run-in-process.ts'

/** An endpoint that answers so many requests and then keeps every further one waiting. */
async function stallingEndpoint(answers: number) {
  let seen = 0
  let stall = (): void => undefined
  const stalled = new Promise<void>((resolve) => {
    stall = resolve
  })
  const body = JSON.stringify({
    choices: [{ index: 0, message: { role: 'assistant', content: 'no idea' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  })
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      seen++
      if (seen > answers) stall()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    stalled,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function folderFor(baseUrl: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentdescent-interrupt-'))
  const cases = Array.from({ length: 10 }, (_, index) => JSON.stringify({ prompt: `${index}?`, gold: 'yes' }))
  writeFileSync(join(folder, 'cases.jsonl'), cases.join('\n'))
  const agent = { model: 'm', baseUrl }
  const spec = {
    target: { text: 'Answer.' },
    data: { path: 'cases.jsonl' },
    score: 'exact',
    agent,
    workers: 2,
  }
  writeFileSync(join(folder, 'run.json'), JSON.stringify(spec))
  return folder
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s in the middle of a run ends it with what it had, exit code %d, and says how to see it',
  async (signal, code) => {
    const endpoint = await stallingEndpoint(9)
    try {
      const folder = folderFor(endpoint.baseUrl)
      const child = spawn(process.execPath, [main, 'evolve', 'run.json', '--yes'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      let stdout = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text
      })
      await endpoint.stalled
      child.kill(signal)
      const [exitCode] = await once(child, 'close')
      expect(exitCode).toBe(code)
      expect(stdout).toMatch(
        /^Interrupted after \d+ rounds? and \d+ calls?: version 1, .*\. See it with agentdescent show run, go on with agentdescent resume run\n$/,
      )
      const record = JSON.parse(readFileSync(join(folder, '.agentdescent', 'run', 'run.json'), 'utf8'))
      expect(record.state).toBe('interrupted')
      const shown = await say(folder, ['show', 'run'])
      expect(shown.stdout).toContain('interrupted at')
    } finally {
      endpoint.close()
    }
  },
)

test('a run whose process was killed is told from one that runs', async () => {
  const endpoint = await stallingEndpoint(3)
  try {
    const folder = folderFor(endpoint.baseUrl)
    const child = spawn(process.execPath, [main, 'evolve', 'run.json', '--yes'], {
      cwd: folder,
      stdio: 'ignore',
    })
    await endpoint.stalled
    expect((await say(folder, ['show', 'run'])).stdout).toContain('running since')
    expect((await say(folder, ['apply', 'run'])).stderr).toContain('is still running')
    child.kill('SIGKILL')
    await once(child, 'close')
    expect((await say(folder, ['show', 'run'])).stdout).toContain('its process ended without reporting')
    expect((await say(folder, ['apply', 'run'])).stderr).toContain('left no result')
  } finally {
    endpoint.close()
  }
})

test('a score that is interrupted says how far it came', async () => {
  const endpoint = await stallingEndpoint(2)
  try {
    const folder = folderFor(endpoint.baseUrl)
    const child = spawn(process.execPath, [main, 'score', 'run.json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    await endpoint.stalled
    child.kill('SIGINT')
    const [exitCode] = await once(child, 'close')
    expect(exitCode).toBe(130)
    expect(stdout).toMatch(/^Interrupted after \d calls: 0 of 2 .*so far, of 4 held-out tasks\.\n$/)
  } finally {
    endpoint.close()
  }
})
