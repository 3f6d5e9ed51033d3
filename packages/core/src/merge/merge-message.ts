import type { CommitMessage } from '../ledger/commit-message.ts'
import { type MergeMember, type MergeRecord, recordTrailers } from '../ledger/merge-record.ts'
import type { MeasuredCandidate, Verdict } from '../model/candidate.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import { rateOf, tallyOf } from '../model/measurement.ts'
import type { MergeContext } from './context.ts'

/** Returns what the commit of a merge says: a subject for a person, and the whole decision for programs. */
export function mergeMessage(
  candidate: MeasuredCandidate,
  verdict: Verdict,
  { ledger, run }: Pick<MergeContext, 'ledger' | 'run'>,
): CommitMessage {
  const { base, diff, cards, members, rung, baseRows, nextRows } = candidate
  const [before, after] = [tallyOf(baseRows), tallyOf(nextRows)]
  const merged = cards.filter(({ lease }) => members.includes(lease))
  const rationales = merged.flatMap(({ diff: { author }, rationale }) =>
    rationale === undefined ? [] : [`${author}: ${rationale}`],
  )
  const record: MergeRecord = {
    run,
    sequence: ledger.committed + 1,
    diff: diff.id,
    rung,
    members: merged.map(memberOf),
    base: before,
    candidate: after,
    probability: verdict.probability,
    threshold: verdict.threshold,
    verdict: verdict.accepted ? 'accepted' : verdict.reason,
    cost: costOf(merged),
  }
  return {
    subject: `merge ${diff.id} -> ${base.id}: ${shownRate(rateOf(before))} to ${shownRate(rateOf(after))} on ${baseRows.length}`,
    ...(rationales.length === 0 ? {} : { body: rationales.join('\n') }),
    trailers: recordTrailers(record),
  }
}

function memberOf({ lease, diff, tasks }: EvidenceCard): MergeMember {
  return { lease, diff: diff.id, worker: diff.author, tasks: tasks.map(({ id }) => id) }
}

function costOf(cards: readonly EvidenceCard[]): MergeRecord['cost'] {
  const calls = cards.reduce((sum, { cost }) => sum + cost.calls, 0)
  const counted = cards.flatMap(({ cost: { tokens } }) => (tokens === undefined ? [] : [tokens]))
  if (counted.length === 0) return { calls }
  const prompt = counted.reduce((sum, tokens) => sum + tokens.prompt, 0)
  const completion = counted.reduce((sum, tokens) => sum + tokens.completion, 0)
  return { calls, tokens: { prompt, completion } }
}

function shownRate(rate: number): string {
  return rate.toFixed(3)
}
