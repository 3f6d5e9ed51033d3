import { describe, expect, test } from 'vitest'
import { evolve, type EvolutionResult, type Policies } from '../../src/index.ts'
import { goldenRun } from './golden-options.ts'

type Answer = () => unknown

const methods: readonly [keyof Policies, string][] = [
  ['taskSampling', 'pick'],
  ['screen', 'screen'],
  ['staleness', 'decide'],
  ['conflict', 'resolve'],
  ['fusion', 'fuse'],
  ['acceptance', 'judge'],
  ['promotion', 'observe'],
]

/** Runs with one rule whose one method answers as told. */
function runWith(
  [slot, method]: readonly [keyof Policies, string],
  answer: Answer,
  signal?: AbortSignal,
): Promise<EvolutionResult> {
  const { options } = goldenRun()
  const rule = { name: 'odd', record: () => undefined, [method]: answer }
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

  test.each(methods)('%s.%s throws', async (slot, method) => {
    const result = await runWith([slot, method], () => {
      throw new TypeError('cannot read properties of undefined')
    })
    expect(result.stopReason).toBe('error')
    expect(result.error).toMatchObject({ code: 'policy-threw', argument: `policies.${slot}` })
    expect(String(result.error)).toContain('cannot read properties')
  })
})

test('what was measured before a rule broke is kept', async () => {
  const result = await runWith(['promotion', 'observe'], () => 'never')
  expect(result.finalReward).toBe(1)
  expect(result.outcomes()).toEqual({ committed: 1 })
})

test.each([
  ['conflict', 'resolve'],
  ['fusion', 'fuse'],
] as const)('a %s rule that answers after the run has ended is not waited for', async (slot, method) => {
  const stopper = new AbortController()
  const late = new Promise(() => setTimeout(() => stopper.abort(new Error('enough')), 5))
  const result = await runWith([slot, method], () => late, stopper.signal)
  expect(result.stopReason).toBe('aborted')
})
