import { ContractError } from '@agentdescent/core'
import { normalise } from './normalise.ts'
import type { Scorer, TextOptions } from './scorer.ts'
import { goldScorer } from './scorer.ts'

export interface OneOfOptions extends TextOptions {
  /** Splits an expected answer that is one text, such as `|`; absent: the expected answer has to be a list. */
  readonly separator?: string
}

/** Returns the scorer that gives 1 when the output equals one of the task's expected answers, 0 otherwise. */
export function oneOf(options: OneOfOptions = {}): Scorer {
  const { normalise: isLoose = true, separator } = options
  const form = isLoose ? normalise : (text: string): string => text
  const scoring = 'An output scores 1 when it is one of the accepted outputs and nothing else, 0 otherwise.'
  return goldScorer(options, { name: 'one-of', scoring }, (gold, output, { id }) => {
    const accepted = typeof gold === 'string' && separator !== undefined ? gold.split(separator) : gold
    if (Array.isArray(accepted) && accepted.length > 0)
      return accepted.some((text) => form(String(text)) === form(output)) ? 1 : 0
    const key = options.goldKey ?? 'gold'
    throw new ContractError({
      code: 'bad-gold',
      argument: `tasks[].meta.${key}`,
      value: (JSON.stringify(gold) ?? 'nothing').slice(0, 200),
      message: `Task ${JSON.stringify(id)} has no list of accepted answers in meta.${key}.`,
      fix: "Give it one, or name what separates them: oneOf({ separator: '|' }).",
    })
  })
}
