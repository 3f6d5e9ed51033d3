import { ContractError } from '../../model/errors.ts'

/** Returns the refusal of an empty choice: a sampler picks among tasks or not at all. */
export function noTasks(): ContractError {
  return new ContractError({
    code: 'no-tasks',
    argument: 'taskIds',
    value: '[]',
    message: 'A task sampler was asked to pick from [] (no task at all).',
    fix: 'Give each worker at least one training task.',
  })
}
