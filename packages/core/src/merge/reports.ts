import type { AuditFinding } from '../governance/audit.ts'
import type { MeasuredCandidate, Verdict } from '../model/candidate.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import type { ArtifactId } from '../model/ids.ts'
import { tallyOf } from '../model/measurement.ts'
import type { Conclusion } from '../model/proposal.ts'
import type { MergeCounts, MergeReport } from '../model/report.ts'
import type { MergeContext, Sifted } from './context.ts'
import type { Landing } from './stages/commit.ts'
import { conclude, drop } from './verdicts.ts'

/** How a candidate that reached the gate ended. */
export type Gated = { readonly candidate: MeasuredCandidate } & (
  | { readonly outcome: 'oracle-rejected'; readonly finding: AuditFinding & { readonly veto: true } }
  | { readonly outcome: 'below-threshold'; readonly verdict: Verdict & { readonly accepted: false } }
  | (Landing & { readonly verdict: Verdict & { readonly accepted: true } })
)

/** Reports a bucket whose artifact the ledger does not have. */
export function unknownArtifact(
  artifact: ArtifactId,
  cards: readonly EvidenceCard[],
  context: MergeContext,
): MergeReport {
  const counts = { considered: cards.length, survived: 0, stale: 0, oversized: 0, screened: 0, conflicts: 0 }
  const reason = `The ledger has no artifact "${artifact}".`
  for (const card of cards) drop(card, { stage: 'staleness', verdict: 'unknown-artifact', reason }, context)
  return { artifact, counts, outcome: 'unknown-artifact' }
}

/** Reports a bucket of which stage 1 left nothing: the reasons ask for opposite cures, so each has its own outcome. */
export function nothingLeft(artifact: ArtifactId, counts: MergeCounts): MergeReport {
  if (counts.stale > 0) return { artifact, counts, outcome: 'all-stale' }
  const outcome = counts.oversized > 0 ? 'oversized' : 'screened'
  return { artifact, counts, outcome }
}

/** Concludes every card that reached the gate, and reports how the candidate ended. */
export function gatedReport(gated: Gated, { cards, counts }: Sifted, context: MergeContext): MergeReport {
  const { candidate } = gated
  const conclusion = conclusionOf(gated)
  const carried = cards.filter((card) => isCarried(card, candidate, context))
  const others = cards.filter((card) => !carried.includes(card))
  conclude(carried, conclusion, context)
  for (const card of others) drop(card, { stage: 'gate', verdict: 'left-out', reason: leftOut }, context)
  if (gated.outcome === 'cas-conflict') context.settle(carried)
  return { artifact: candidate.base.id, counts, ...endingOf(gated) }
}

const leftOut = 'Its edits were not in the candidate that was put forward.'

/** A card is carried when it is a member, or when the candidate holds all of its edits, which an equal card may have brought. */
function isCarried(
  { diff, lease }: EvidenceCard,
  candidate: MeasuredCandidate,
  { same }: MergeContext,
): boolean {
  if (candidate.members.includes(lease)) return true
  const { edits } = candidate.diff
  return [...diff.edits].every(([key, edit]) => edits.has(key) && same(key, edit, edits.get(key) ?? null))
}

function conclusionOf(gated: Gated): Conclusion {
  const { outcome } = gated
  const counts = countsOf(gated.candidate)
  switch (outcome) {
    case 'oracle-rejected':
      return {
        verdict: outcome,
        reason: gated.finding.reason,
        numbers: { gain: gated.finding.gain, ...counts },
      }
    case 'below-threshold':
      return {
        verdict: outcome,
        reason: gated.verdict.detail,
        numbers: { ...numbersOf(gated.verdict), ...counts },
      }
    case 'cas-conflict': {
      const reason = `Lost the race for the head ${gated.attempts} times.`
      return { verdict: outcome, reason, numbers: { ...numbersOf(gated.verdict), ...counts } }
    }
    case 'committed': {
      const numbers = { ...numbersOf(gated.verdict), ...counts, version: gated.version }
      return { verdict: outcome, reason: `Committed as version ${gated.version}.`, numbers }
    }
    default:
      return outcome satisfies never
  }
}

type Ending = MergeReport extends infer Report
  ? Report extends MergeReport
    ? Omit<Report, 'artifact' | 'counts'>
    : never
  : never

function endingOf(gated: Gated): Ending {
  const { diff, fused, members } = gated.candidate
  const put = { diff: diff.id, fused, members }
  switch (gated.outcome) {
    case 'oracle-rejected':
      return { outcome: gated.outcome, ...put, gain: gated.finding.gain, reason: gated.finding.reason }
    case 'below-threshold':
      return { outcome: gated.outcome, ...put, verdict: gated.verdict }
    case 'cas-conflict':
      return { outcome: gated.outcome, ...put, attempts: gated.attempts }
    case 'committed':
      return { outcome: gated.outcome, ...put, version: gated.version, verdict: gated.verdict }
    default:
      return gated satisfies never
  }
}

function numbersOf({ probability, threshold, gain }: Verdict): Readonly<Record<string, number>> {
  return { probability, threshold, gain }
}

/** Held-out successes of both sides, and how many of the candidate's rows there are: fewer than the base's after a cut scan. */
function countsOf({ base, baseRows, nextRows }: MeasuredCandidate): Readonly<Record<string, number>> {
  return {
    baseVersion: base.version,
    baseSuccesses: tallyOf(baseRows).successes,
    candidateSuccesses: tallyOf(nextRows).successes,
    measured: baseRows.length,
    candidateMeasured: nextRows.length,
  }
}
