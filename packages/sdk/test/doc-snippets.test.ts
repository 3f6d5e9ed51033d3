import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LoopbackModel } from './loopback-model.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pages = ['agents', 'data', 'ledger', 'providers', 'scorers']
const snippets = pages.flatMap((page) =>
  [...readFileSync(join(root, 'docs', `${page}.md`), 'utf8').matchAll(/```js\n([^]*?)```/g)].map(
    ([, code = ''], index) => ({ page, number: index + 1, code }),
  ),
)

describe('the snippets of the documentation', () => {
  let model: LoopbackModel
  /** Below the examples, whose dependencies the snippets import. */
  let folder = ''

  beforeAll(async () => {
    model = await LoopbackModel.start()
    mkdirSync(join(root, 'examples/node_modules'), { recursive: true })
    folder = mkdtempSync(join(root, 'examples/node_modules/.snippets-'))
  })

  afterAll(async () => {
    await model[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  it('are on every page', () => {
    expect([...new Set(snippets.map(({ page }) => page))]).toEqual(pages)
  })

  it.each(snippets)(
    'run as they stand: $page, number $number',
    async ({ page, number, code }) => {
      const file = join(folder, `${page}-${number}.mjs`)
      writeFileSync(file, code)
      const { OPENAI_API_KEY: _, ANTHROPIC_API_KEY: __, ...env } = process.env
      const urls = { OPENAI_BASE_URL: model.baseUrl, ANTHROPIC_BASE_URL: model.baseUrl.replace('/v1', '') }
      const { failure, stdout, stderr } = await execute(file, { ...env, ...urls })
      expect(failure, stderr).toBeNull()
      expect(stdout).not.toBe('')
    },
    120_000,
  )
})

interface Ending {
  readonly failure: Error | null
  readonly stdout: string
  readonly stderr: string
}

async function execute(file: string, env: NodeJS.ProcessEnv): Promise<Ending> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { cwd: join(file, '..'), env }, (failure, stdout, stderr) => {
      resolve({ failure, stdout, stderr })
    })
  })
}
