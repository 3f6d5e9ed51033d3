import { describe, expect, test } from 'vitest'
import { evolve, type EvolutionResult, type Policies } from '../../src/index.ts'
import { defaultPolicies } from '../../src/policies/default-policies.ts'
import { goldenRun } from './golden-options.ts'

type Answer = (...given: readonly unknown[]) => unknown
type Method = readonly [slot: keyof Policies, method: string]

const methods: readonly Method[] = [
  ['taskSampling', 'pick'],
  ['taskSampling', 'record'],
  ['proposal', 'propose'],
  ['screen', 'screen'],
  ['staleness', 'decide'],
  ['conflict', 'resolve'],
  ['fusion', 'fuse'],
  ['acceptance', 'judge'],
  ['promotion', 'observe'],
]

/** Answers that only one rule could take for a good one. */
const oddShapes: readonly (readonly [...Method, unknown])[] = [
  ['taskSampling', 'pick', 't11'],
  ['taskSampling', 'pick', undefined],
  ['proposal', 'propose', { text: 'no list' }],
  ['proposal', 'propose', [{ rationale: 'no text' }]],
  ['screen', 'screen', true],
  ['staleness', 'decide', 'accepted'],
  ['conflict', 'resolve', []],
  ['conflict', 'resolve', { kept: [], dropped: [] }],
  ['fusion', 'fuse', { edits: new Map(), members: [], fused: false, trial: {} }],
  ['fusion', 'fuse', { edits: { key: 'text' }, members: [], fused: false, trial: {} }],
  ['acceptance', 'judge', { accepted: true, probability: Number.NaN, threshold: 0.5, gain: 0 }],
  ['acceptance', 'judge', { accepted: false, probability: 0.1, threshold: 0.5, gain: 0 }],
  ['promotion', 'observe', ['another-artifact']],
]

/** Runs with one rule whose one method answers as told; the rest of it behaves. */
function runWith([slot, method]: Method, answer: Answer, signal?: AbortSignal): Promise<EvolutionResult> {
  const { options } = goldenRun()
  const pick = ([first]: readonly string[]): string | undefined => first
  const rule = { name: 'odd', pick, record: () => undefined, [method]: answer }
  return Reflect.apply(evolve, undefined, [
    { ...options, policies: { [slot]: rule }, ...(signal && { signal }) },
  ])
}

describe('a rule that breaks its contract ends the run with its partial result', () => {
  test.each(methods)('%s.%s returns a number', async (slot, method) => {
    const result = await runWith([slot, method], () => 42)
    expect(result.stopReason).toBe('error')
    expect(result.error).toMatchObject({
      code: 'bad-policy-reply',
      argument: `policies.${slot}`,
      value: '42',
    })
    expect(String(result.error)).toContain('"odd"')
  })

  test.each(oddShapes)('%s.%s returns %j', async (slot, method, odd) => {
    const result = await runWith([slot, method], () => odd)
    expect(result.stopReason).toBe('error')
    expect(result.error).toMatchObject({ code: 'bad-policy-reply', argument: `policies.${slot}` })
  })

  test.each(methods)('%s.%s throws', async (slot, method) => {
    const result = await runWith([slot, method], () => {
      throw new TypeError('cannot read properties of undefined')
    })
    expect(result.stopReason).toBe('error')
    expect(result.error).toMatchObject({ code: 'policy-threw', argument: `policies.${slot}` })
    expect(String(result.error)).toContain('cannot read properties')
  })

  test('every slot that a run decides by is tried', async () => {
    const tried = new Set(methods.map(([slot]) => slot))
    const refused = await runWith(['selection', 'select'], () => []).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'unsupported-policy', argument: 'policies.selection' })
    expect(new Set([...tried, 'selection'])).toEqual(new Set(Object.keys(defaultPolicies())))
  })
})

test.each([
  ['proposal', 'propose'],
  ['conflict', 'resolve'],
  ['fusion', 'fuse'],
] as const)('a %s rule behind which a model fails is tried again in the next round', async (slot, method) => {
  const rule = defaultPolicies()[slot]
  let asked = 0
  const result = await runWith([slot, method], async (...given) => {
    if (asked++ === 0) throw new Error('503')
    return Reflect.apply(Reflect.get(rule, method), rule, given)
  })
  expect([result.error, result.finalReward]).toEqual([undefined, 1])
  expect(result.proposals.filter(({ verdict }) => verdict === 'pending')).toEqual([])
})

test('what was measured before a rule broke is kept', async () => {
  const result = await runWith(['promotion', 'observe'], () => 'never')
  expect(result.finalReward).toBe(1)
  expect(result.outcomes()).toEqual({ committed: 1 })
})

test('the evidence of a round is kept, although the sampler breaks when it learns of it', async () => {
  const result = await runWith(['taskSampling', 'record'], () => 'learnt')
  expect(result.proposals.map(({ author }) => author)).toEqual(['w0', 'w1', 'w2', 'w3'])
})

test.each([
  ['proposal', 'propose'],
  ['conflict', 'resolve'],
  ['fusion', 'fuse'],
] as const)('a %s rule that answers after the run has ended is not waited for', async (slot, method) => {
  const stopper = new AbortController()
  const late = new Promise(() => setTimeout(() => stopper.abort(new Error('enough')), 5))
  const result = await runWith([slot, method], () => late, stopper.signal)
  expect(result.stopReason).toBe('aborted')
})

describe('a partition that breaks its contract ends the run with its partial result', () => {
  const plans: readonly (readonly [string, unknown])[] = [
    ['a number', 42],
    ['nobody', []],
    ['work for nobody', [{ worker: 'w0', tasks: [] }]],
    ['a task of the held-out set', [{ worker: 'w0', tasks: ['t11'] }]],
    ['a worker without a name', [{ tasks: ['t0'] }]],
    ['a section that is a list', [{ worker: 'w0', tasks: ['t0'], section: ['key'] }]],
  ]

  test.each(plans)('it plans %s', async (_name, plan) => {
    const partition = { name: 'odd', plan: () => plan }
    const result = await Reflect.apply(evolve, undefined, [
      { ...goldenRun().options, execution: { partition } },
    ])
    expect(result).toMatchObject({
      stopReason: 'error',
      error: { code: 'bad-partition-plan', argument: 'execution.partition' },
      rollouts: 0,
    })
  })

  test('it throws', async () => {
    const partition = {
      name: 'odd',
      plan: () => {
        throw new RangeError('no such share')
      },
    }
    const result = await evolve({ ...goldenRun().options, execution: { partition } })
    expect(result).toMatchObject({ stopReason: 'error', error: { code: 'partition-threw' } })
    expect(String(result.error)).toContain('no such share')
  })
})
