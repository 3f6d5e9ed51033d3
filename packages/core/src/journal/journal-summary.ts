import type { StopReason } from '../model/report.ts'
import { Past } from './past.ts'
import type { Fingerprints, JournalRecord, RunLimits } from './records.ts'

/** What a run's journal says of it, without playing the run. */
export interface JournalSummary {
  /** Of the journal. */
  readonly name: string
  readonly run: string
  /** What the run was started with. */
  readonly fingerprints: Fingerprints
  /** Processes that have had the run. */
  readonly owners: number
  /** Calls of the caller's code whose outcome is known: a resumed run makes none of them again. */
  readonly calls: number
  /** Calls that were under way when their process ended: each may be billed twice. */
  readonly inFlight: number
  /** Rounds that came to their end. */
  readonly rounds: number
  /** Under which limits it was last taken up. */
  readonly limits: RunLimits
  /** How it ended of its own; absent for a run that was interrupted. */
  readonly ended?: { readonly stopReason: StopReason; readonly rounds: number }
}

/** Returns what the records of the journal say; undefined when no run was begun. */
export function summariseJournal(
  name: string,
  records: readonly JournalRecord[],
): JournalSummary | undefined {
  const first = records.find(({ kind }) => kind === 'run')
  if (first?.kind !== 'run') return undefined
  const owners = records.filter((record) => record.kind === 'owner')
  const last = records.findLast(({ kind }) => kind !== 'owner')
  return {
    name,
    run: first.run,
    fingerprints: first.fingerprints,
    owners: owners.length,
    calls: records.filter(isCall).length,
    inFlight: new Past(records).inFlight,
    rounds: records.filter(isRound).length,
    limits: owners.at(-1)?.limits ?? {},
    ...(last?.kind === 'end' ? { ended: { stopReason: last.stopReason, rounds: last.rounds } } : {}),
  }
}

function isCall(record: JournalRecord): boolean {
  const isOutcome = record.kind === 'answer' || record.kind === 'failure'
  return isOutcome && ['attempt ', 'propose '].some((prefix) => record.key.startsWith(prefix))
}

function isRound(record: JournalRecord): boolean {
  return record.kind === 'event' && record.key.startsWith('round-end ')
}
