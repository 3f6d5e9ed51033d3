import { replay as doubleTrustUpdate } from './known-defects/double-trust-update.ts'
import { replay as strandedCards } from './known-defects/stranded-cards.ts'

/** Replayers by the defect that a case is about. */
export const replayByKind: ReadonlyMap<string, (input: never) => unknown> = new Map<
  string,
  (input: never) => unknown
>([
  ['one disagreement is counted twice when the gate opens', doubleTrustUpdate],
  ['cards below the batch size are stranded at the end', strandedCards],
])
