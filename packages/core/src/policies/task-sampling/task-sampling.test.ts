import { expect, test } from 'vitest'
import { difficultyWeighted } from './difficulty-weighted.ts'
import { roundRobin } from './round-robin.ts'
import type { TaskSamplingPolicy } from './task-sampling.ts'
import { ucbSampling } from './ucb-sampling.ts'

const tasks = ['solved', 'mixed', 'never']

/** Records thirty rollouts of each task: always, half the time and never solved. */
function taught(rule: TaskSamplingPolicy): TaskSamplingPolicy {
  for (let trial = 0; trial < 30; trial++) {
    rule.record('solved', 1)
    rule.record('mixed', trial % 2)
    rule.record('never', 0)
  }
  return rule
}

test('round robin walks on whatever was learnt', () => {
  const rule = taught(roundRobin())
  expect([0, 1, 2, 3].map((round) => rule.pick(tasks, round))).toEqual(['solved', 'mixed', 'never', 'solved'])
})

test('difficulty weighting goes where the outcome is open', () => {
  expect(taught(difficultyWeighted()).pick(tasks, 0)).toBe('mixed')
})

test('plain UCB goes where most is missing', () => {
  expect(taught(ucbSampling()).pick(tasks, 0)).toBe('never')
})

test('a task that was never tried comes before every other, in the order given', () => {
  for (const rule of [difficultyWeighted(), ucbSampling()])
    expect(taught(rule).pick([...tasks, 'new', 'newer'], 0)).toBe('new')
})

test('a strong exploration bonus returns to a task that was rarely tried', () => {
  const picks = [0.01, 3].map((exploration) => {
    const rule = taught(difficultyWeighted({ exploration }))
    rule.record('rare', 1)
    return rule.pick(['mixed', 'rare'], 0)
  })
  expect(picks).toEqual(['mixed', 'rare'])
})

test('rewards from the pass threshold on are passes, those below are none', () => {
  const picks = [0.5, 0.51].map((passThreshold) => {
    const rule = difficultyWeighted({ passThreshold, exploration: 0 })
    for (const reward of [0.5, 0]) rule.record('graded', reward)
    for (const reward of [0, 0]) rule.record('failed', reward)
    return rule.pick(['failed', 'graded'], 0)
  })
  expect(picks).toEqual(['graded', 'failed'])
})

test.each([
  { name: 'a negative exploration', make: () => ucbSampling({ exploration: -1 }) },
  { name: 'no number', make: () => difficultyWeighted({ exploration: Number.NaN }) },
  { name: 'a threshold above 1', make: () => difficultyWeighted({ passThreshold: 1.5 }) },
])('refuses $name', ({ make }) => {
  expect(make).toThrow(expect.objectContaining({ code: 'bad-setting' }))
})
