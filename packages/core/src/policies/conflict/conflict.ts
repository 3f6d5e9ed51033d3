import type { Artifact } from '../../model/artifact.ts'
import type { Diff, SameValue } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import type { TextMerger } from '../../runtime/text-merger.ts'
import type { Policy } from '../policy.ts'

export interface ConflictContext {
  readonly base: Artifact
  readonly same: SameValue
  readonly texts: TextMerger
  /** Returns the mean reward, on the fixed sample, of the base with the diff alone applied. */
  estimate(diff: Diff): Promise<number>
}

export interface ConflictResolution {
  /** In order of arrival; what they edit can be had together unless the policy leaves that to fusion. A card may have lost edits. */
  readonly kept: readonly EvidenceCard[]
  readonly dropped: readonly { readonly card: EvidenceCard; readonly reason: string }[]
  /** Why a kept card lost some of its edits. */
  readonly projected?: readonly { readonly card: EvidenceCard; readonly reason: string }[]
}

/** Slot: which of several contradicting cards go on. */
export interface ConflictPolicy extends Policy {
  /** `cards` in order of arrival, none stale. */
  resolve(cards: readonly EvidenceCard[], context: ConflictContext): Promise<ConflictResolution>
}
