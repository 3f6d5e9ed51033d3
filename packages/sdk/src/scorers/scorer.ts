import type { Task } from '@agentdescent/core'
import { ContractError } from '@agentdescent/core'
import { isNoAnswer } from './no-answer.ts'

/** A reward function that can say in a sentence how it scores, for a proposer to read. */
export interface Scorer {
  (task: Task, output: string): number
  /** How outputs are scored, as a model is told it. */
  readonly scoring: string
  /** Its name and its options. */
  readonly identity: string
}

export interface GoldOptions {
  /** Name in the task's `meta` of the expected answer; default `gold`. */
  readonly goldKey?: string
}

export interface TextOptions extends GoldOptions {
  /** Compare without case, blanks and punctuation at the ends; default true. */
  readonly normalise?: boolean
}

/** Returns the scorer that compares each output with the task's expected answer. A missing answer scores 0. */
export function goldScorer(
  options: GoldOptions,
  { name, scoring }: { readonly name: string; readonly scoring: string },
  compare: (gold: unknown, output: string, task: Task) => number,
): Scorer {
  const { goldKey = 'gold' } = options
  const score = (task: Task, output: string): number => {
    const gold = goldOf(task, goldKey)
    const text = String(output ?? '')
    return isNoAnswer(text) ? 0 : compare(gold, text, task)
  }
  return Object.assign(score, { scoring, identity: `${name} ${JSON.stringify(options)}` })
}

/** @throws ContractError `missing-gold` when the task does not say what is expected. */
function goldOf({ id, meta }: Task, goldKey: string): unknown {
  const gold = meta !== undefined && Object.hasOwn(meta, goldKey) ? meta[goldKey] : undefined
  if (gold !== undefined && gold !== null) return gold
  throw new ContractError({
    code: 'missing-gold',
    argument: `tasks[].meta.${goldKey}`,
    value: id,
    message: `Task ${JSON.stringify(id)} has no meta.${goldKey} to score against.`,
    fix: `Give every task one, or name the right key: { goldKey: '...' }.`,
  })
}
