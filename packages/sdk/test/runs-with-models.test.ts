import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import type { EvolutionResult, RunEvent } from '../src/index.ts'
import { evolve, exact, llmAgent, openaiCompatible, reflector, singleSlot, tasksFrom } from '../src/index.ts'
import type { LoopbackModelOptions } from './loopback-model.ts'
import { LoopbackModel } from './loopback-model.ts'

const teams = ['invoice', 'parcel', 'password'].map((word, index) => ({
  word,
  team: ['billing', 'shipping', 'account'][index] ?? '',
}))
const rows = Array.from({ length: 12 }, (_, index) => {
  const { word, team } = teams[index % 3] ?? { word: '', team: '' }
  return { prompt: `Question ${index} about my ${word}`, gold: team }
})

interface RunOptions extends LoopbackModelOptions {
  readonly attempts?: number
  readonly rounds?: number
  readonly apiKeyEnv?: string
  readonly ledger?: string
}

interface ModelRun {
  readonly result: EvolutionResult
  readonly model: LoopbackModel
  readonly events: readonly RunEvent[]
}

async function run(options: RunOptions = {}): Promise<ModelRun> {
  await using model = await LoopbackModel.start(options)
  const retry = { attempts: options.attempts ?? 3, baseMs: 1, capMs: 2 }
  const complete = openaiCompatible({
    model: 'm',
    baseUrl: model.baseUrl,
    apiKeyEnv: options.apiKeyEnv ?? null,
    retry,
  })
  const events: RunEvent[] = []
  const result = await evolve({
    tasks: tasksFrom(rows),
    reward: exact(),
    agent: llmAgent(complete, { propose: reflector(complete) }),
    strategy: singleSlot({ initial: 'You are a helpful assistant.' }),
    rounds: options.rounds ?? 6,
    workers: 3,
    onEvent: (event) => void events.push(event),
    ...(options.ledger === undefined ? {} : { ledger: options.ledger }),
  })
  return { result, model, events }
}

describe('a run on a model behind an endpoint', () => {
  it('counts one request as one, apart from the calls of run and propose (V20)', async () => {
    const { result, model } = await run()
    expect(result.error).toBeUndefined()
    expect(result.finalReward).toBe(1)
    expect(result.cost.providerRequests).toBe(model.requests.length)
    expect(result.calls).toBe(model.requests.length)
    expect(result.tokens).toBeGreaterThan(model.requests.length)
  })

  it('finishes without error when one request in three fails', async () => {
    const { result, model } = await run({ fails: (request) => (request % 3 === 0 ? 500 : undefined) })
    expect(result.error).toBeUndefined()
    expect(result.finalReward).toBe(1)
    expect(result.cost.providerRequests).toBe(model.requests.length)
    expect(model.requests.filter(({ answer }) => answer === '').length).toBeGreaterThan(5)
  })

  it('ends within 3 rounds, with the reason in a sentence, when every request fails', async () => {
    const { result, model } = await run({ fails: () => 500, attempts: 1 })
    expect(result.history.length).toBeLessThanOrEqual(3)
    expect(String(result.error)).toContain('answered 500: "boom"')
    expect(String(result.error).match(/answered 500/g)).toHaveLength(1)
    expect(result.cost.providerRequests).toBe(model.requests.length)
  })

  it('repeats requests in one layer, the provider (D2)', async () => {
    const { result, model } = await run({ fails: () => 500, attempts: 3 })
    expect(model.requests).toHaveLength(3 * result.calls)
    expect(result.cost.retries).toBe(0)
  })

  it('ends with what it has when its key is refused in the middle', async () => {
    const { result, model } = await run({ fails: (request) => (request > 30 ? 401 : undefined), rounds: 40 })
    expect(result.stopReason).toBe('error')
    expect(result.error).toMatchObject({ failure: 'auth', terminal: true })
    expect(result.initialReward).toBe(0)
    expect(model.requests.length).toBeLessThan(30 + 4 * 15)
  })

  it('keeps what it measured when only the proposer is out of reach (D5)', async () => {
    const { result, events } = await run({
      fails: (_, role) => (role === 'proposer' ? 429 : undefined),
      attempts: 2,
    })
    expect(result.error).toBeUndefined()
    expect(result.initialReward).toBe(0)
    expect(result.rollouts).toBe(18)
    expect(events.some(({ type }) => type === 'proposal-failure')).toBe(true)
  })

  it('writes and returns its key nowhere, though the model does its best', async () => {
    const canary = 'sk-canary-Hk83mZq0TtW5vB2xY7nL'
    vi.stubEnv('CANARY_KEY', canary)
    const folder = mkdtempSync(join(tmpdir(), 'canary-'))
    const ledger = join(folder, 'ledger')
    const { result, model, events } = await run({ echoesKey: true, apiKeyEnv: 'CANARY_KEY', ledger })
    vi.unstubAllEnvs()
    expect(model.requests.some(({ answer }) => answer.includes(canary))).toBe(true)
    expect(result.rendered).toMatch(/\[hidden\]$/)
    const written = execFileSync('git', ['--git-dir', ledger, 'log', '--all', '--patch'], {
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
    const shown = [written, inspect(result, { depth: null }), inspect(events, { depth: null })].join('\n')
    expect(written).toContain('[hidden]')
    for (let start = 0; start + 12 <= canary.length; start += 1)
      expect(shown).not.toContain(canary.slice(start, start + 12))
  })

  it('does not mix its events with those of a run beside it (C8)', async () => {
    const [one, other] = await Promise.all([run(), run({ losesInstruction: true })])
    const names = [one, other].map(
      ({ events }) => new Set(events.flatMap((event) => (event.type === 'run-start' ? [event.run] : []))),
    )
    expect(names.map(({ size }) => size)).toEqual([1, 1])
    expect(one.result.finalReward).toBe(1)
    expect(other.result.finalReward).toBe(0)
    for (const { events, result } of [one, other])
      expect(events.filter(({ type }) => type === 'rollout-end')).toHaveLength(result.rollouts)
  })
})
