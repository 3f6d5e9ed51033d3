import { applyEdits, type Artifact } from '../model/artifact.ts'
import type { Candidate } from '../model/candidate.ts'
import { type Edits, unionOfEdits } from '../model/diff.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import { jointEdits } from '../policies/joint-edits.ts'
import type { Bucket, MergeContext } from './context.ts'
import { candidateOf } from './stages/fuse.ts'

/**
 * Returns the candidate that is left when one member of a refused union steps back: the one without which the rest scores best
 * on the fixed sample, the latest of equals. One harmful edit then costs one more measurement, not everybody's work.
 */
export async function withoutOneMember(
  union: Candidate,
  { base }: Pick<Bucket, 'base'>,
  context: MergeContext,
): Promise<Candidate> {
  const members = union.cards.filter(({ lease }) => union.members.includes(lease))
  let best: { readonly rest: readonly EvidenceCard[]; readonly score: number } | undefined
  for (const left of members) {
    const rest = members.filter((card) => card !== left)
    const score = await context.verifier.estimate(applyEdits(base.state, await editsOf(rest, base, context)))
    if (best === undefined || score >= best.score) best = { rest, score }
  }
  const rest = best?.rest ?? members
  const rung = rest.length > 1 ? union.rung : 'single'
  const edits = await editsOf(rest, base, context)
  return candidateOf(
    { base, cards: union.cards, members: rest, fused: rest.length > 1, edits, rung },
    context,
  )
}

/** What could be joined with one more card can be joined without it. */
async function editsOf(
  cards: readonly EvidenceCard[],
  base: Artifact,
  { texts }: MergeContext,
): Promise<Edits> {
  const joint = await jointEdits(cards, { base, texts })
  return joint?.edits ?? unionOfEdits(cards.map(({ diff }) => diff))
}
