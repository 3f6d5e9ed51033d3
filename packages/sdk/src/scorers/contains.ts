import { normalise } from './normalise.ts'
import type { Scorer, TextOptions } from './scorer.ts'
import { goldScorer } from './scorer.ts'

/** Returns the scorer that gives 1 when the expected answer occurs in the output; an empty one never does. */
export function contains(options: TextOptions = {}): Scorer {
  const isLoose = options.normalise ?? true
  const scoring = 'An output scores 1 when the expected output occurs in it, 0 otherwise.'
  return goldScorer(options, { name: 'contains', scoring }, (gold, output) => {
    const expected = isLoose ? normalise(String(gold)) : String(gold)
    const text = isLoose ? normalise(output) : output
    return expected !== '' && text.includes(expected) ? 1 : 0
  })
}
