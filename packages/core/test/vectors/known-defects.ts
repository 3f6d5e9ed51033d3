import { difference } from '../../../../test/vectors/vector-difference.ts'
import { replay as doubleTrustUpdate } from './known-defects/double-trust-update.ts'
import { replay as exactTies } from './known-defects/exact-ties.ts'
import { replay as goodAdvantage } from './known-defects/good-advantage.ts'
import { replay as needlessLoss } from './known-defects/needless-loss.ts'
import { replay as refusedUnion } from './known-defects/refused-union.ts'
import { replay as runningPrior } from './known-defects/running-prior.ts'
import { replay as strandedCards } from './known-defects/stranded-cards.ts'
import { replay as twoLines } from './known-defects/two-lines.ts'
import { replay as twoSpellings } from './known-defects/two-spellings.ts'
import { replay as unreachableCategory } from './known-defects/unreachable-category.ts'
import { replay as stalenessDecision } from './staleness-decisions.ts'

/** Replayers by the defect that a case is about. One whose expected output is a bound returns the judge of it. */
export const replayByKind: ReadonlyMap<string, (input: never) => unknown> = new Map<
  string,
  (input: never) => unknown
>([
  ['a base newer than the head is not treated as an error', stalenessDecision],
  ['a good group advantage makes acceptance harder', goodAdvantage],
  ['a rejected union takes its good members with it', refusedUnion],
  ['cards below the batch size are stranded at the end', strandedCards],
  ['conflict resolution drops a compatible diff', needlessLoss],
  ['exact ties are accepted by sampling noise', exactTies],
  ['keyed rules cannot reach a declared category or store an empty value', unreachableCategory],
  ['one disagreement is counted twice when the gate opens', doubleTrustUpdate],
  ['the running prior drowns later evidence', runningPrior],
  ['two edits of different lines of one key are a contradiction', twoLines],
  ['the same rule in two spellings contradicts itself', twoSpellings],
])

export function compare(actual: unknown, expected: unknown, tolerance: number): string | undefined {
  return typeof actual === 'function' ? actual(expected) : difference(actual, expected, tolerance)
}
