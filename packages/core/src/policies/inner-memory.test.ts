import { expect, test } from 'vitest'
import type { Json } from '../runtime/json.ts'
import { betaPosterior } from './acceptance/beta-posterior.ts'
import { stableDistanceGate } from './acceptance/stable-distance-gate.ts'

test('a rule around one that learns saves and restores what that one learnt', () => {
  let memory: Json = 'fresh'
  const learning = {
    ...betaPosterior(),
    state: () => memory,
    restore: (state: Json) => {
      memory = state
    },
  }
  const outer = stableDistanceGate(learning)
  expect(outer.state?.()).toBe('fresh')
  outer.restore?.('restored')
  expect(memory).toBe('restored')
})

test('a rule around one that learns nothing has nothing to save', () => {
  expect(stableDistanceGate(betaPosterior()).state).toBeUndefined()
})
