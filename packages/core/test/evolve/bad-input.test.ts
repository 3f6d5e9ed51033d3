import { describe, expect, test } from 'vitest'
import { AgentDescentError, evolve } from '../../src/index.ts'
import { refusedGovernance } from './bad-governance-rows.ts'
import { type Given, refusedAtFirstUse, refusedBefore } from './bad-input-rows.ts'
import { oddStrategies, refusedSeams } from './bad-seam-rows.ts'
import { goldenRun } from './golden-options.ts'

/** Runs with options that the types would refuse, as a caller in plain JavaScript could. */
async function refusalOf(
  given: () => Given,
): Promise<{ error: unknown; calls: { run: number; propose: number } }> {
  const { calls, options } = goldenRun()
  try {
    await Reflect.apply(evolve, undefined, [{ ...options, ...given() }])
  } catch (error) {
    return { error, calls }
  }
  throw new Error('the run was not refused')
}

describe('options are refused before anything is called', () => {
  test.each([...refusedBefore, ...refusedGovernance, ...refusedSeams])(
    '$name',
    async ({ given, code, argument, value, fix }) => {
      const { error, calls } = await refusalOf(given)
      expect(error).toBeInstanceOf(AgentDescentError)
      expect(error).toMatchObject({ code, argument, value: expect.stringContaining(value) })
      expect(String(error)).toContain(fix)
      expect(calls).toEqual({ run: 0, propose: 0 })
    },
  )
})

describe("the caller's code is refused before a second rollout starts", () => {
  test.each(refusedAtFirstUse)('$name', async ({ given, code, argument, value, fix }) => {
    const { error, calls } = await refusalOf(given)
    expect(error).toMatchObject({ code, argument, kind: 'caller' })
    expect(error).toMatchObject({ value: expect.stringContaining(value) })
    expect(String(error)).toContain(fix)
    expect(calls.run).toBe(1)
  })
})

test('a held-out set of one to three is a warning with the arithmetic, and the run goes on', async () => {
  const { options } = goldenRun()
  const result = await evolve({ ...options, tasks: options.tasks.slice(0, 6), rounds: 2 })
  expect(result.warnings).toEqual([
    'Only 2 of 6 tasks are held out (heldOutFraction 0.4), so one task moves the score by 0.500; with 3 more tasks there would be 4.',
  ])
  expect(result.finalReward).toBe(1)
})

describe('a strategy that breaks its contract ends the run by a throw, at the first rollout that shows it', () => {
  test.each(oddStrategies)('$name', async ({ given, code, argument, value, fix }) => {
    const { error, calls } = await refusalOf(given)
    expect(error).toMatchObject({ code, argument, kind: 'caller' })
    expect(error).toMatchObject({ value: expect.stringContaining(value) })
    expect(String(error)).toContain(fix)
    expect(calls.run).toBeLessThanOrEqual(1)
  })
})
