import type { Artifact } from '../../model/artifact.ts'
import type { Diff, Edits, SameValue } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import type { TextMerger } from '../../runtime/text-merger.ts'
import type { Policy } from '../policy.ts'

/** Why no union of several cards went forward. */
export type UnionObstacle =
  | 'single-candidate'
  | 'contradiction'
  | 'nothing-to-fuse'
  | 'synthesis-failed'
  /** Screen or trust region refused a value that the merge had made. */
  | 'refused-value'

/** How the edits that went forward came about. */
export type FusionRung = 'single' | 'identical' | 'union' | 'three-way'

/** How one fusion went; `fusionStats()` counts these. */
export interface FusionTrial {
  /** Diffs that the fusion was given. */
  readonly candidates: number
  /** True when the union and the singles were scored against each other. */
  readonly ranked: boolean
  readonly winner: 'fused' | 'single' | 'neither'
  readonly rung: FusionRung
  /** Absent when a union was built. */
  readonly obstacle?: UnionObstacle
  /** Mean reward on the fixed sample; absent when unranked. */
  readonly baseline?: number
  readonly bestSingle?: number
  /** Absent also when no union was built. */
  readonly fusedScore?: number
}

export interface Fusion {
  readonly edits: Edits
  /** The cards whose edits went in. */
  readonly members: readonly EvidenceCard[]
  readonly fused: boolean
  readonly trial: FusionTrial
}

export interface FusionContext {
  readonly base: Artifact
  readonly same: SameValue
  readonly texts: TextMerger
  /** Returns why a value that no proposer wrote must not go forward, as the screen and the trust region would say; undefined lets it. */
  refuse(edits: Edits): string | undefined
  /** Returns the mean reward, on the fixed sample, of the base with these edits; the base itself for an empty map. */
  estimate(edits: Edits): Promise<number>
}

/** Slot: how the surviving cards become the one candidate. */
export interface FusionPolicy extends Policy {
  /** `cards` holds at least one card, in order of arrival. */
  fuse(cards: readonly EvidenceCard[], context: FusionContext): Promise<Fusion>
}

/** Returns the diffs of the cards, in order. */
export function diffsOf(cards: readonly EvidenceCard[]): readonly Diff[] {
  return cards.map(({ diff }) => diff)
}
