import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { ContractError } from './errors.ts'
import { checkedReward } from './task.ts'

const task = { id: 't1', prompt: '' }

test.prop([fc.double()])(
  'takes a number within a rounding error of [0, 1], and gives one inside',
  (value) => {
    if (value >= -1e-6 && value <= 1 + 1e-6) {
      const reward = checkedReward(value, task)
      expect(reward).toBe(Math.min(1, Math.max(0, value)) + 0)
      expect(Object.is(reward, -0)).toBe(false)
    } else expect(() => checkedReward(value, task)).toThrow(ContractError)
  },
)

test.prop([fc.anything().filter((value) => typeof value !== 'number')])('refuses anything else', (value) => {
  expect(() => checkedReward(value, task)).toThrow(
    expect.objectContaining({ code: 'bad-reward', message: expect.stringContaining('"t1"') }),
  )
})
