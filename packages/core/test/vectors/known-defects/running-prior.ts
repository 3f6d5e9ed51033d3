import { trustAudit } from '../../../src/governance/trust-audit.ts'
import { Ledger } from '../../../src/ledger/ledger.ts'
import { MemoryStore } from '../../../src/ledger/memory-store.ts'
import type { MeasuredCandidate } from '../../../src/model/candidate.ts'
import { judge } from '../../../src/merge/stages/gate.ts'
import { defaultPolicies } from '../../../src/policies/default-policies.ts'
import { contextOf, type Counts } from '../../../src/testing/acceptance-fixtures.ts'

interface Input {
  readonly base_counts: Counts
  readonly cand_counts: Counts
  readonly prior: readonly [gains: number, losses: number]
}

/** The recorded probability is rounded to six digits. */
const ROUNDING = 5e-7

/**
 * "the running prior drowns later evidence": as many gains and losses as the prior counts pass one gate before the
 * case does.
 */
export async function replay({
  base_counts: base,
  cand_counts: next,
  prior: [gains, losses],
}: Input): Promise<(expected: { readonly p_improve_independent_of_prior: number }) => string | undefined> {
  const context = {
    ledger: new Ledger(new MemoryStore()),
    policies: defaultPolicies(),
    audit: trustAudit(),
  }
  for (let count = 0; count < gains; count++) await judge(candidateOf([5, 5], [10, 0]), context)
  for (let count = 0; count < losses; count++) await judge(candidateOf([5, 5], [0, 10]), context)
  const { verdict } = await judge(candidateOf(base, next), context)
  return ({ p_improve_independent_of_prior: expected }) =>
    Math.abs(verdict.probability - expected) <= ROUNDING
      ? undefined
      : `the probability ${verdict.probability} is not ${expected}`
}

function candidateOf(base: Counts, next: Counts): MeasuredCandidate {
  return contextOf({ base, next, version: 1 }).candidate
}
