import { OptionError } from '../model/errors.ts'
import type { Task } from '../model/task.ts'
import type { EvolveOptions } from './options.ts'

/**
 * Returns the name under which a run's scores are kept: the scorer's, and the agent's where it has one.
 * @throws OptionError `unnamed-evaluator` for a cache that later runs read, when nothing tells their agents and scorers apart
 */
export function resolveEvaluator<T extends Task, Output>({
  agent,
  run,
  reward,
  evaluation = {},
}: EvolveOptions<T, Output>): string {
  const { cache, evaluator } = evaluation
  const answering = run === undefined ? agent?.identity : undefined
  const scoring = evaluator ?? reward.identity
  const isKnown = evaluator !== undefined || (answering !== undefined && scoring !== undefined)
  if (cache?.isLasting === true && !isKnown)
    throw new OptionError({
      code: 'unnamed-evaluator',
      argument: 'evaluation.evaluator',
      message: `evaluation.cache is read by later runs, and ${answering === undefined ? 'the agent' : 'reward'} has no identity to tell its scores from those of another.`,
      fix: 'Name model, prompts and scorer in evaluation.evaluator, and change the name with them.',
    })
  const name = scoring ?? 'reward'
  return answering === undefined ? name : `${name} by ${answering}`
}
