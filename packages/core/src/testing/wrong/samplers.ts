import { roundRobin } from '../../policies/task-sampling/round-robin.ts'
import type { TaskSamplingPolicy } from '../../policies/task-sampling/task-sampling.ts'

/** Remembers passes in a plain object, and so mistakes `constructor` for a task that was tried. */
export function objectKeyedSampler(): TaskSamplingPolicy {
  const passes: Record<string, number> = {}
  return {
    ...roundRobin(),
    name: 'object-keyed',
    pick: (taskIds) => taskIds.find((id) => passes[id] === undefined) ?? roundRobin().pick(taskIds, 0),
    record: (taskId, reward) => {
      passes[taskId] = reward
    },
  }
}

/** Saves nothing of what it learnt. */
export function forgetfulSampler(): TaskSamplingPolicy {
  let picks = 0
  return {
    ...roundRobin(),
    name: 'forgetful',
    pick: (taskIds) => roundRobin().pick(taskIds, picks++),
    state: () => null,
    restore: () => undefined,
  }
}
