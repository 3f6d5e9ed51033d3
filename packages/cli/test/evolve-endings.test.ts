import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LoopbackModel } from '../../sdk/test/loopback-model.ts'
import { prepared, SPEC } from './newcomer.ts'
import { say } from './run-in-process.ts'

let model: LoopbackModel
beforeAll(async () => {
  model = await LoopbackModel.start()
  vi.stubEnv('OPENAI_BASE_URL', model.baseUrl)
  vi.stubEnv('OPENAI_API_KEY', '')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await model[Symbol.asyncDispose]()
})

describe('evolve ends', () => {
  test('at a limit of calls, and says which one ended it', async () => {
    const folder = await prepared()
    const before = model.requests.length
    const { code, stdout } = await say(folder, ['evolve', SPEC, '--max-calls', '30', '--json'])
    expect(JSON.parse(stdout).data.stopReason).toBe('max-calls')
    expect([0, 4]).toContain(code)
    expect(model.requests.length - before).toBeLessThanOrEqual(30)
  })

  test('with 3 when nothing was gained and that was to be told', async () => {
    const folder = await prepared()
    writeFileSync(
      join(folder, 'tickets.prompt.txt'),
      'Answer with one word, one of: billing, shipping, account.',
    )
    expect((await say(folder, ['evolve', SPEC, '--yes', '--fail-on', 'no-gain'])).code).toBe(3)
    expect((await say(folder, ['evolve', SPEC, '--yes'])).code).toBe(0)
  })

  test('with 4 when its budget is gone before the first merge can be judged', async () => {
    const folder = await prepared()
    const spec = JSON.parse(readFileSync(join(folder, SPEC), 'utf8'))
    writeFileSync(join(folder, 'small.json'), JSON.stringify({ ...spec, stop: { maxTokens: 30 } }))
    const { code, stdout } = await say(folder, ['evolve', 'small.json', '--yes', '--json'])
    expect(JSON.parse(stdout).data).toMatchObject({ stopReason: 'max-tokens', judged: 0 })
    expect(code).toBe(4)
  })

  test('with 6 when the scorer breaks, in a sentence, and keeps what it had', async () => {
    const folder = await prepared()
    const spec = JSON.parse(readFileSync(join(folder, SPEC), 'utf8'))
    for (const [name, program, says] of [
      ['fails', 'process.exitCode = 3', 'ended with code 3'],
      ['prints', 'console.log(7)', 'reward() returned 7'],
    ] as const) {
      writeFileSync(join(folder, `${name}.mjs`), `process.stdin.resume(); ${program}`)
      writeFileSync(
        join(folder, `${name}.json`),
        JSON.stringify({ ...spec, score: { command: ['node', `${name}.mjs`] } }),
      )
      const { code, stderr } = await say(folder, ['evolve', `${name}.json`, '--yes'])
      expect(stderr).toContain(says)
      expect(code).toBe(6)
      expect((await say(folder, ['show', name])).stdout).toContain('ended by an error at')
    }
  })
})

test('evolve shows phase, round, reward, calls and the time left while it works', async () => {
  const folder = await prepared()
  writeFileSync(join(folder, 'slow.mjs'), SLOW_SCORER)
  const spec = JSON.parse(readFileSync(join(folder, SPEC), 'utf8'))
  const slow = { ...spec, score: { command: ['node', 'slow.mjs'] }, rounds: 2, stop: { patience: 9 } }
  writeFileSync(join(folder, 'slow.json'), JSON.stringify(slow))
  const { live } = await say(folder, ['evolve', 'slow.json', '--yes'])
  expect(live.some((line) => /^measuring|^rollouts/.test(line))).toBe(true)
  expect(
    live.some((line) =>
      /round \d of 2 \| reward \d\.\d{3} \| \d+ calls.* \| \d+ s \| about \d+ s left/.test(line),
    ),
  ).toBe(true)
})

/** Scores 0 after a while. */
const SLOW_SCORER = `process.stdin.resume(); process.stdin.on('end', () => setTimeout(() => console.log(0), 60))`
