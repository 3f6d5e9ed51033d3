import type { Edits } from './diff.ts'
import type { EvidenceCard } from './evidence.ts'
import type { ArtifactId, DiffId, LeaseId, StateDigest, WorkerId } from './ids.ts'
import type { MergeOutcome } from './report.ts'

/** What became of one proposed change, and at which stage. */
export type ProposalVerdict =
  | 'pending'
  | 'committed'
  | 'no-diff'
  | 'section-violation'
  | 'forbidden-key'
  | 'conflict-dropped'
  /** Another candidate was put forward, or its union was tried again without it. */
  | 'left-out'
  | Exclude<MergeOutcome, 'committed'>

/** One record per proposed change, refused ones too: what later proposals and readers learn from. */
export interface Proposal {
  readonly id: DiffId
  readonly lease: LeaseId
  readonly artifact: ArtifactId
  /** The states it was made from: one for a rollout's proposal, the members' bases for a fusion. */
  readonly parents: readonly StateDigest[]
  readonly baseVersion: number
  readonly author: WorkerId
  /** Ids of the tasks whose failure asked for it. */
  readonly tasks: readonly string[]
  readonly text: string
  readonly edits: Edits
  readonly rationale?: string
  readonly verdict: ProposalVerdict
  /** One sentence. */
  readonly reason: string
  /** The figures behind the verdict, by name: probability, threshold, gain, delta, version. */
  readonly numbers: Readonly<Record<string, number>>
}

/** How a card's proposal ended. */
export interface Conclusion {
  readonly verdict: ProposalVerdict
  readonly reason: string
  readonly numbers?: Readonly<Record<string, number>>
}

/** Returns the record of a card's proposal under the given conclusion. */
export function proposalOf(card: EvidenceCard, { verdict, reason, numbers = {} }: Conclusion): Proposal {
  const { lease, diff, parent, tasks, text, rationale, base, delta } = card
  return {
    id: diff.id,
    lease,
    artifact: diff.target,
    parents: [parent],
    baseVersion: base.get(diff.target) ?? 0,
    author: diff.author,
    tasks: tasks.map(({ id }) => id),
    text,
    edits: diff.edits,
    ...(rationale === undefined ? {} : { rationale }),
    verdict,
    reason,
    numbers: { ...(delta === undefined ? {} : { delta }), ...numbers },
  }
}
