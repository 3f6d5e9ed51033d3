import { applyDiff, applyEdits } from '../../model/artifact.ts'
import type { Candidate } from '../../model/candidate.ts'
import type { Diff, Edits } from '../../model/diff.ts'
import { PolicyError } from '../../model/errors.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { aggregatorId, diffId } from '../../model/ids.ts'
import { stableId } from '../../runtime/stable-hash.ts'
import type { Bucket, MergeContext } from '../context.ts'

/** Stage 3. Turns the cards that are left, at least one, into the candidate that this merge puts forward. */
export async function fuse(
  { base }: Bucket,
  cards: readonly EvidenceCard[],
  context: MergeContext,
): Promise<Candidate> {
  const { edits, members, fused, trial } = await context.policies.fusion.fuse(cards, {
    base,
    same: context.same,
    texts: context.texts,
    refuse: (merged) => refusal(merged, { base, cards }, context),
    estimate: (tried) => context.verifier.estimate(applyEdits(base.state, tried)),
  })
  context.recordFusion(trial)
  return candidateOf({ base, cards, members, fused, edits, rung: trial.rung }, context)
}

/** A value that the merge made has to pass what a proposer's has to pass. */
function refusal(
  merged: Edits,
  { base, cards }: Pick<Bucket, 'base' | 'cards'>,
  { policies, trustRegion }: MergeContext,
): string | undefined {
  const [first] = cards
  if (first === undefined) return undefined
  const card = { ...first, diff: { ...first.diff, author: aggregatorId, edits: merged } }
  return policies.screen.screen(card, base) ?? trustRegion.refuse(card.diff)
}

type Parts = Pick<Candidate, 'base' | 'cards' | 'fused' | 'rung'> & {
  readonly members: readonly EvidenceCard[]
  readonly edits: Edits
}

/** Returns the candidate that applies `edits`, under a name of its members. @throws PolicyError `forbidden-key` */
export function candidateOf(
  { base, cards, members, fused, edits, rung }: Parts,
  { digest, observe, permissions }: MergeContext,
): Candidate {
  const diff = diffOf(members, edits, fused)
  const prohibition = permissions.refuse(diff)
  if (prohibition !== undefined) throw forbidden(prohibition)
  const next = applyDiff(base, diff)
  const leases = members.map(({ lease }) => lease)
  const state = digest(next.state)
  observe({ type: 'candidate', artifact: base.id, diff: diff.id, state, fused, rung, members: leases })
  return { base, next, diff, cards, members: leases, fused, rung }
}

function diffOf(members: readonly EvidenceCard[], edits: Edits, fused: boolean): Diff {
  const [first] = members
  if (first === undefined) throw new RangeError('a fusion policy must name at least one member')
  if (!fused) return { ...first.diff, edits }
  const ids = members.map(({ diff }) => diff.id).toSorted()
  return {
    id: diffId(`fused-${members.length}-${stableId(ids).slice(0, 8)}`),
    target: first.diff.target,
    author: aggregatorId,
    edits,
    breaksContract: members.some(({ diff }) => diff.breaksContract),
  }
}

/** Every card was checked; only a rule of the caller's own can have brought in a key that no run may change. */
function forbidden(prohibition: string): PolicyError {
  return new PolicyError({
    code: 'forbidden-key',
    argument: 'policies',
    message: `A conflict or fusion rule put forward what no run may change: ${prohibition}`,
  })
}
