import type { Diff, Edit } from './diff.ts'
import type { ArtifactId, LeaseId, StateDigest } from './ids.ts'
import type { Tokens } from './measurement.ts'
import type { Task } from './task.ts'
import type { VersionVector } from './version.ts'
import { rebasedVersion } from './version.ts'

/** What one rollout cost. */
export interface Cost {
  /** Invocations of the caller's `run` and `propose`. */
  readonly calls: number
  readonly tokens?: Tokens
  readonly ms: number
}

/** A diff and what justifies it. */
export interface EvidenceCard {
  /** The rollout that produced it. */
  readonly lease: LeaseId
  readonly diff: Diff
  /** Digest of the state that the rollout had read. */
  readonly parent: StateDigest
  /** The versions that the rollout had read. */
  readonly base: VersionVector
  /** Value of each edited key in the state that the rollout had read; `null` where the key was absent. */
  readonly baseValues: ReadonlyMap<string, Edit>
  readonly touched: readonly ArtifactId[]
  /** The tasks whose failure asked for the diff, as tasks, so that they can be run again. */
  readonly tasks: readonly Task[]
  /** Reward with the diff minus reward without it, on those tasks; absent when it was not verified. */
  readonly delta?: number
  /** Reward relative to the rollout's group, in standard deviations; absent while the group is too small. */
  readonly advantage?: number
  /** The proposal as the proposer wrote it. */
  readonly text: string
  /** Why, in the proposer's words, at most 500 characters. */
  readonly rationale?: string
  readonly cost: Cost
}

/** Returns the card as if it had been made against `head`: each touched artifact's base version moves there. */
export function rebasedOnto(card: EvidenceCard, head: VersionVector): EvidenceCard {
  return { ...card, base: rebasedVersion(card.base, head, card.touched) }
}
