import type { Scorer, TextOptions } from './scorer.ts'
import { goldScorer } from './scorer.ts'
import { normalise } from './normalise.ts'

/** Returns the scorer that gives 1 when the output equals the expected answer, 0 otherwise. */
export function exact(options: TextOptions = {}): Scorer {
  const isLoose = options.normalise ?? true
  const scoring = isLoose
    ? 'An output scores 1 when it is the expected output and nothing else; case and punctuation at its ends do not matter. Any further word scores 0.'
    : 'An output scores 1 when it is the expected output, character by character. Anything else scores 0.'
  return goldScorer(options, { name: 'exact', scoring }, (gold, output) => {
    const expected = String(gold)
    const isEqual = isLoose ? normalise(output) === normalise(expected) : output === expected
    return isEqual ? 1 : 0
  })
}
