import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LoopbackModel } from '../../sdk/test/loopback-model.ts'
import { specFolder } from '../../sdk/test/specs/spec-folder.ts'
import { composeRun, readRunSpec } from '@agentdescent/sdk'
import { newcomersFolder } from './newcomer.ts'
import { cli } from './run-cli.ts'
import { say } from './run-in-process.ts'

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url))
const page = (name: string): string => readFileSync(join(docs, name), 'utf8')

let model: LoopbackModel
beforeAll(async () => {
  model = await LoopbackModel.start()
  vi.stubEnv('OPENAI_BASE_URL', model.baseUrl)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await model[Symbol.asyncDispose]()
})

test('the commands of docs/cli.md run as they stand, one after the other', async () => {
  const lines = [...page('cli.md').matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )
  expect(lines.length).toBeGreaterThan(5)
  const folder = newcomersFolder()
  for (const line of lines) {
    const [program, ...words] = line.split(' ')
    expect(program).toBe('agentdescent')
    expect(await say(folder, words), line).toMatchObject({ code: 0 })
  }
  expect(readFileSync(join(folder, 'tickets.prompt.txt'), 'utf8')).toContain('Answer with one word')
})

test('the commands of every other page run too', () => {
  const others = readdirSync(docs).filter((name) => name.endsWith('.md') && name !== 'cli.md')
  const lines = others.flatMap((name) =>
    [...page(name).matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n')),
  )
  expect(lines.length).toBeGreaterThanOrEqual(3)
  for (const line of lines) {
    const [program, ...words] = line.split(' ')
    expect(program).toBe('agentdescent')
    const { code, stdout } = cli(words)
    expect({ line, code, isSilent: stdout === '' }).toEqual({ line, code: 0, isSilent: false })
  }
})

test('the spec of docs/spec.md is one', async () => {
  const [, text = ''] = /```json\n([^]*?)```/.exec(page('spec.md')) ?? []
  const examples = Array.from({ length: 30 }, (_, index) => ({ input: `${index}?`, target: String(index) }))
  const path = specFolder(text, { 'cases.json': JSON.stringify({ examples }) })
  const { preview, options, endpoints } = await composeRun(await readRunSpec(path))
  expect(preview).toMatchObject({ rounds: 6, workers: 4 })
  expect(options.stop?.maxCalls).toBeLessThanOrEqual(1000)
  expect(endpoints.reflect).toMatchObject({ model: 'large', url: 'http://127.0.0.1:8096/v1' })
})
