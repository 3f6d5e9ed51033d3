import { applyDiff } from '../model/artifact.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import { stateDigest } from '../model/ids.ts'
import type { Measurement, Tally } from '../model/measurement.ts'
import type { AcceptanceContext } from '../policies/acceptance/acceptance.ts'
import { artifactOf, cardOf } from './evidence-fixtures.ts'

/** Counts of one side on the held-out tasks; fractions stand for graded rewards. */
export type Counts = readonly [successes: number, failures: number]

/** What a test of an acceptance rule names. */
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

/** Returns the context of a measured candidate that sets the key `text`. */
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
      rung: 'single',
      baseRows: rowsOf('base', base),
      nextRows: rowsOf('next', next),
      baseEstimate: rateOf(base),
      nextEstimate: rateOf(next),
    },
    base: { successes: base[0], failures: base[1] },
    next: { successes: next[0], failures: next[1] },
    prior: prior ?? { successes: 0, failures: 0 },
    version,
    stableDistance: 0,
  }
}

function rowsOf(candidate: string, [successes, failures]: Counts): readonly Measurement[] {
  return Array.from({ length: Math.round(successes + failures) }, (_, index) => ({
    candidate: stateDigest(candidate),
    task: `t${index}`,
    trial: 0,
    reward: Math.min(1, Math.max(0, successes - index)),
    metrics: {},
    ms: 0,
    evaluator: 'exact',
  }))
}

function rateOf([successes, failures]: Counts): number {
  return successes / Math.max(1, successes + failures)
}
