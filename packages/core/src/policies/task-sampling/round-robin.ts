import { ContractError } from '../../model/errors.ts'
import type { TaskSamplingPolicy } from './task-sampling.ts'

/** Returns the sampling rule that walks through the tasks in order, one a round; it learns nothing. */
export function roundRobin(): TaskSamplingPolicy {
  return {
    name: 'round-robin',
    pick: (taskIds, round) => taskIds[round % taskIds.length] ?? refuseNoTasks(),
    record: () => undefined,
  }
}

/** @throws ContractError `no-tasks`: a sampler can only choose among tasks. */
export function refuseNoTasks(): never {
  throw new ContractError({
    code: 'no-tasks',
    argument: 'taskIds',
    value: '[]',
    message: 'A task sampler was asked to pick from [] (no task at all).',
    fix: 'Give each worker at least one training task.',
  })
}
