import type { RunId } from '../model/ids.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MergeReport } from '../model/report.ts'
import { canonicalJson } from '../runtime/canonical-json.ts'
import type { Json } from '../runtime/json.ts'

/** What one step of the merge came to: how each bucket ended, what became of every proposal, and what was learnt. */
export interface StepRecord {
  readonly run: RunId
  /** Counts the run's steps from 1; steps of which nothing is to be told have no record. */
  readonly step: number
  readonly reports: readonly MergeReport[]
  /** Concluded since the record before, committed and refused ones. */
  readonly proposals: readonly Proposal[]
  /** What each part that learns knew after the step. */
  readonly learnt: readonly Learnt[]
}

/** What one part of a run has learnt; another run can go on from it where the part has the same name and settings. */
export interface Learnt {
  /** Where the part is among the options: `policies.promotion`, `merge.trustRegion`; `audit` for the trust in the sampled score. */
  readonly part: string
  readonly name: string
  readonly settings?: Json
  readonly state: Json
}

/** Returns the record as one line of canonical JSON, maps as lists of their entries: equal records are equal text. */
export function stepText({ run, step, reports, proposals, learnt }: StepRecord): string {
  return canonicalJson(JSON.parse(JSON.stringify({ run, step, reports, proposals, learnt }, withEntries)))
}

function withEntries(_name: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value
}
