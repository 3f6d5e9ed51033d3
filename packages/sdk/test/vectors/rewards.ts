import { contains } from '../../src/scorers/contains.ts'
import { exact } from '../../src/scorers/exact.ts'
import { lastNumber, numericClose } from '../../src/scorers/last-number.ts'
import type { Scorer } from '../../src/scorers/scorer.ts'

interface RewardCase {
  readonly scorer: string
  readonly options: { readonly normalise?: boolean; readonly tolerance?: number }
  readonly gold: string
  /** Null where a model gave nothing. */
  readonly output: string | null
}

/** Scores the output as the recorded scorer does; a refusal is recorded as `error`. */
export function replay({ gold, options, output, scorer }: RewardCase): number | 'error' {
  const score = scorerOf(scorer, options)
  try {
    return score({ id: 'recorded', prompt: '', meta: { gold } }, output ?? '')
  } catch {
    return 'error'
  }
}

function scorerOf(name: string, options: RewardCase['options']): Scorer {
  if (name === 'exact_match') return exact(options)
  if (name === 'contains') return contains(options)
  if (name === 'last_number') return lastNumber(options)
  if (name === 'numeric_close') return numericClose()
  throw new Error(`no scorer is recorded as ${name}`)
}
