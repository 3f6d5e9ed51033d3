import { betaPosterior } from '../../../src/policies/acceptance/beta-posterior.ts'
import { contextOf, type Counts, witnessOf } from '../../../src/testing/acceptance-fixtures.ts'

interface Input {
  readonly base_counts: Counts
  readonly cand_counts: Counts
  readonly version: number
  readonly local_deltas: readonly number[]
}

/** "exact ties are accepted by sampling noise" */
export function replay({ base_counts: base, cand_counts: next, version, local_deltas }: Input): unknown {
  const cards = local_deltas.map((delta, index) => witnessOf(`c${index}`, true, { delta }))
  return { accept: betaPosterior().judge(contextOf({ base, next, version, cards })).accepted }
}
