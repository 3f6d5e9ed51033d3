import type { MeasuredCandidate } from '../model/candidate.ts'
import type { Json } from '../runtime/json.ts'

/** What the audit found: nothing to object, or a veto with the figures behind it. */
export type AuditFinding =
  | { readonly veto: false; readonly audited: boolean }
  | { readonly veto: true; readonly gain: number; readonly reason: string }

/** Compares the sampled score with the full one, keeps trust per artifact, and demands a strict gain where it is owed. */
export interface Audit {
  inspect(candidate: MeasuredCandidate): Promise<AuditFinding>
  /** Returns what it has learnt; present exactly when it learns. */
  state?(): Json
  /** Continues from what `state` returned. */
  restore?(state: Json): void
}
