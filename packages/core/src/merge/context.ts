import type { Verifier } from '../evaluation/verifier.ts'
import type { Audit } from '../governance/audit.ts'
import type { Tolerance } from '../governance/layers.ts'
import type { Permissions } from '../governance/permissions.ts'
import type { TrustRegion } from '../governance/trust-region.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Artifact, ArtifactState } from '../model/artifact.ts'
import type { SameValue } from '../model/diff.ts'
import type { RunEvent } from '../model/event.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import type { RunId, StateDigest } from '../model/ids.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MergeCounts } from '../model/report.ts'
import type { VersionVector } from '../model/version.ts'
import type { FusionTrial } from '../policies/fusion/fusion.ts'
import type { Policies } from '../policies/policies.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Random } from '../runtime/random.ts'
import type { TextMerger } from '../runtime/text-merger.ts'

/** One artifact's evidence, against the head it will be merged into. */
export interface Bucket {
  readonly base: Artifact
  readonly head: VersionVector
  readonly cards: readonly EvidenceCard[]
}

/** What a stage hands on: the cards that are left, and what was lost on the way. */
export interface Sifted {
  readonly cards: readonly EvidenceCard[]
  readonly counts: MergeCounts
}

export interface MergeSettings {
  /** Commits a card may be behind, by governance layer of its artifact. */
  readonly tolerance: Tolerance
  readonly commitAttempts: number
  /** Upper bound of the first pause after a lost race, in milliseconds; it doubles each time. */
  readonly commitBackoffMs: number
  /** Stop measuring a candidate once nothing to come would let it beat its base. */
  readonly boundedGate: boolean
  /** A refused union is tried again without one member, or dropped whole. */
  readonly refusedUnion: 'retry' | 'drop'
  /** On a head that has moved: put the hunks of an edit, or its whole value. */
  readonly reapply: 'hunks' | 'value'
}

/** Everything a merge needs besides the evidence. */
export interface MergeContext {
  readonly run: RunId
  readonly ledger: Ledger
  readonly policies: Policies
  readonly verifier: Verifier
  readonly audit: Audit
  readonly permissions: Permissions
  readonly trustRegion: TrustRegion
  readonly settings: MergeSettings
  readonly clock: Clock
  readonly random: Random
  readonly same: SameValue
  readonly texts: TextMerger
  digest(state: ArtifactState): StateDigest
  observe(event: RunEvent): void
  /** Counts how one fusion went. */
  recordFusion(trial: FusionTrial): void
  /** Returns the proposals that came to an end since it was last asked, in the order in which they did. */
  takeConcluded(): readonly Proposal[]
  /** Keeps evidence that no merge will look at again. */
  settle(cards: readonly EvidenceCard[]): void
}
