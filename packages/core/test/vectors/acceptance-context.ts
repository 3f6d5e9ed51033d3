import { applyDiff } from '../../src/model/artifact.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import type { Tally } from '../../src/model/measurement.ts'
import type { AcceptanceContext } from '../../src/policies/acceptance/acceptance.ts'
import { artifactOf, cardOf } from '../../src/testing/evidence-fixtures.ts'

export type Counts = readonly [successes: number, failures: number]

/** What a case of an acceptance rule names. */
export interface Judgement {
  readonly base: Counts
  readonly next: Counts
  readonly version: number
  readonly prior?: Tally
  readonly cards?: readonly EvidenceCard[]
}

/** Returns a card that shares a key with the diff of every context made here, or none. */
export function witnessOf(id: string, sharesKey: boolean, rest: Partial<EvidenceCard>): EvidenceCard {
  return cardOf(id, [[sharesKey ? 'text' : 'elsewhere', 'new']], rest)
}

/** Returns the context of a candidate that sets the key `text`. */
export function contextOf({ base, next, version, prior, cards = [] }: Judgement): AcceptanceContext {
  const artifact = { ...artifactOf([['text', 'old']]), version }
  const { diff } = cardOf('candidate', [['text', 'new']])
  return {
    candidate: {
      base: artifact,
      next: applyDiff(artifact, diff),
      diff,
      cards,
      members: [],
      fused: false,
      baseRows: [],
      nextRows: [],
      baseEstimate: 0,
      nextEstimate: 0,
    },
    base: tallyOf(base),
    next: tallyOf(next),
    prior: prior ?? { successes: 0, failures: 0 },
    version,
    stableDistance: 0,
  }
}

function tallyOf([successes, failures]: Counts): Tally {
  return { successes, failures }
}
