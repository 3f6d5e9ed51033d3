import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { LoopbackModelOptions, ServedRequest } from './loopback-model.ts'
import { LoopbackModel } from './loopback-model.ts'

const example = fileURLToPath(new URL('../../../examples/quickstart.mjs', import.meta.url))

interface ExampleRun {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  readonly requests: readonly ServedRequest[]
  readonly log: string
}

describe('the quickstart', () => {
  it('learns an instruction, and says where every version of it is', async () => {
    const { exitCode, stdout, stderr, requests, log } = await runExample()
    expect(stderr).toBe('')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^before: 0 of 10 held-out tickets with "You are a helpful assistant."\n/)
    expect(stdout).toMatch(/\nafter: {2}([1-9]|10) of 10 with "Answer with one word/)
    expect(stdout).toContain(`\n${requests.length} requests, `)
    expect(log.split('\n').length).toBeGreaterThan(1)
  }, 120_000)

  it('fails when the instruction never reaches the model', async () => {
    const { exitCode, stderr, requests } = await runExample({ losesInstruction: true })
    expect(stderr).toContain('nothing was learned')
    expect(exitCode).toBe(1)
    expect(requests.some(({ role }) => role === 'proposer')).toBe(true)
  }, 120_000)

  it('fails when the proposer never answers with an instruction', async () => {
    const { exitCode, stderr, requests } = await runExample({ reflects: false })
    expect(stderr).toContain('nothing was learned')
    expect(exitCode).toBe(1)
    expect(requests.some(({ role }) => role === 'proposer')).toBe(true)
  }, 120_000)
})

async function runExample(options: LoopbackModelOptions = {}): Promise<ExampleRun> {
  await using model = await LoopbackModel.start(options)
  const folder = mkdtempSync(join(tmpdir(), 'quickstart-'))
  const ledger = join(folder, 'ledger')
  const { OPENAI_API_KEY: _, ...env } = process.env
  try {
    const run = await execute(process.execPath, [example, ledger], { ...env, OPENAI_BASE_URL: model.baseUrl })
    const { stdout: log } = await execute('git', ['--git-dir', ledger, 'log', '--format=%s', 'dev'], env)
    return { ...run, requests: model.requests, log }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Ending {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

async function execute(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ending> {
  return new Promise((resolve) => {
    execFile(program, args, { env, encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}
