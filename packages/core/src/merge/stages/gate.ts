import type { AuditFinding } from '../../governance/audit.ts'
import { type Candidate, isCut, type MeasuredCandidate, type Verdict } from '../../model/candidate.ts'
import { meanReward, tallyOf } from '../../model/measurement.ts'
import { stableDistance } from '../../statistics/stable-distance.ts'
import type { MergeContext } from '../context.ts'

/** Stage 4a. Scores both sides on the held-out tasks; shares no state with anything else. The base is never bounded. */
export async function measure(candidate: Candidate, context: MergeContext): Promise<MeasuredCandidate> {
  const { verifier, settings } = context
  const baseRows = await verifier.measure(candidate.base.state)
  const floor = meanReward(baseRows)
  const bounded = settings.boundedGate && floor < 1
  const nextRows = await verifier.measure(candidate.next.state, bounded ? { floor } : {})
  const baseEstimate = await verifier.estimate(candidate.base.state)
  // A cut scan has been decided: further calls for its sample would buy nothing.
  const wasCut = nextRows.length < baseRows.length
  const nextEstimate = wasCut ? meanReward(nextRows) : await verifier.estimate(candidate.next.state)
  context.observe({ type: 'measured', rows: [...baseRows, ...nextRows] })
  return { ...candidate, baseRows, nextRows, baseEstimate, nextEstimate }
}

export interface Judgement {
  readonly verdict: Verdict
  readonly finding: AuditFinding
}

/**
 * Stage 4b. Asks the acceptance policy, then the audit, which may veto. Only a measured candidate can get here, and whatever the
 * policy says of one whose scan was cut, it is not committed.
 */
export async function judge(
  candidate: MeasuredCandidate,
  context: Pick<MergeContext, 'ledger' | 'policies' | 'audit'>,
): Promise<Judgement> {
  const stable = await context.ledger.snapshot('stable')
  const published = stable.artifacts.get(candidate.base.id)
  const verdict = context.policies.acceptance.judge({
    candidate,
    base: tallyOf(candidate.baseRows),
    next: tallyOf(candidate.nextRows),
    prior: { successes: 0, failures: 0 },
    version: candidate.base.version,
    stableDistance: published === undefined ? 0 : stableDistance(candidate.next.state, published.state),
  })
  const finding = await context.audit.inspect(candidate)
  return { verdict: verdict.accepted && isCut(candidate) ? withdrawn(verdict) : verdict, finding }
}

function withdrawn({ probability, threshold, gain }: Verdict): Verdict {
  const detail = 'Its scan was cut, because it could no longer beat the base.'
  return { probability, threshold, gain, accepted: false, reason: 'below-threshold', detail }
}
