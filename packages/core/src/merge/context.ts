import type { Verifier } from '../evaluation/verifier.ts'
import type { Audit } from '../governance/audit.ts'
import type { TrustRegion } from '../governance/trust-region.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SameValue } from '../model/diff.ts'
import type { RunEvent } from '../model/event.ts'
import type { StateDigest } from '../model/ids.ts'
import type { ArtifactState } from '../model/artifact.ts'
import type { FusionTrial } from '../policies/fusion/fusion.ts'
import type { Policies } from '../policies/policies.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Random } from '../runtime/random.ts'

/** Everything a merge needs besides the evidence. */
export interface MergeContext {
  readonly ledger: Ledger
  readonly policies: Policies
  readonly verifier: Verifier
  readonly audit: Audit
  readonly trustRegion: TrustRegion
  readonly same: SameValue
  readonly clock: Clock
  readonly random: Random
  readonly settings: MergeSettings
  digest(state: ArtifactState): StateDigest
  observe(event: RunEvent): void
  recordFusion(trial: FusionTrial): void
}

export interface MergeSettings {
  /** Commits a card may be behind, by governance layer of its artifact. */
  readonly tolerance: { readonly slow: number; readonly fast: number }
  readonly commitAttempts: number
  /** Upper bound of the first pause after a lost race, in milliseconds; doubled each time. */
  readonly commitBackoffMs: number
  /** Stop measuring a candidate that can no longer beat its base. */
  readonly boundedGate: boolean
  /** A refused union is tried again without one member, or dropped whole. */
  readonly refusedUnion: 'retry' | 'drop'
}
