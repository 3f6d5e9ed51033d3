import { describe, expect, test } from 'vitest'
import {
  type Completion,
  evolve,
  exact,
  fromFunction,
  llmAgent,
  reflector,
  singleSlot,
} from '../src/index.ts'

const tasks = Array.from({ length: 10 }, (_, index) => ({
  id: `t${index}`,
  prompt: `question ${index}`,
  meta: { gold: 'yes' },
}))
const actor = fromFunction(({ system = '' }) => (system.includes('yes alone') ? 'yes' : 'Yes, I think so.'))

async function runWith(proposer: Completion) {
  return evolve({
    tasks,
    reward: exact(),
    agent: llmAgent(actor, { propose: reflector(proposer) }),
    strategy: singleSlot({ initial: 'Answer.' }),
    rounds: 2,
    workers: 2,
    onEvent: () => undefined,
  })
}

describe('E7: a proposer that does not keep to the form it is asked for', () => {
  test.each([
    ['answers with an object', '{"difference":"a sentence","new_instruction":"Say yes alone."}'],
    ['answers with a fence', 'Here you go:\n```text\nSay yes alone.\n```'],
    ['answers with the instruction alone', 'Say yes alone.'],
    ['forgets to close its tag', '<new_instruction>Say yes alone.'],
  ])('is understood where it %s', async (_, reply) => {
    const result = await runWith(fromFunction(() => reply))
    expect([result.error, result.finalReward, result.rendered]).toEqual([undefined, 1, 'Say yes alone.'])
  })

  test('has proposed nothing where there is nothing to understand: the run goes on and counts the calls', async () => {
    let asked = 0
    const result = await runWith(
      fromFunction(() => {
        asked++
        return `{"verdict": "fine"} ${'and so on '.repeat(100)}`
      }),
    )
    expect([result.error, result.stopReason, result.proposals]).toEqual([undefined, 'rounds', []])
    expect(result.cost.proposeCalls).toBe(asked)
    expect(asked).toBe(result.rollouts)
  })
})

test('C11: an agent of several turns leaves one rollout and one row for each candidate, task and trial', async () => {
  let turns = 0
  const result = await evolve({
    tasks,
    reward: exact(),
    run: async (rendered, task, context) => {
      let notes = rendered
      for (const step of ['look', 'think', 'answer']) {
        turns++
        context.report({ promptTokens: 2, completionTokens: 1 })
        notes = `${notes} ${step} ${task.id}`
      }
      return notes.includes('yes alone') ? 'yes' : 'no'
    },
    propose: () => 'Say yes alone.',
    strategy: singleSlot({ initial: 'Answer.' }),
    rounds: 2,
    workers: 2,
    evaluation: { trials: 2 },
    onEvent: () => undefined,
  })
  expect(result.finalReward).toBe(1)
  for (const rows of [result.initialRows, result.finalRows]) {
    const names = rows.map(({ candidate, task, trial }) => `${candidate} ${task} ${trial}`)
    expect(names).toHaveLength(4 * 2)
    expect(new Set(names).size).toBe(names.length)
  }
  expect(result.cost.providerRequests).toBe(turns)
  expect(result.cost.runCalls * 3).toBe(turns)
  expect(result.rollouts).toBeLessThan(result.cost.runCalls)
})
