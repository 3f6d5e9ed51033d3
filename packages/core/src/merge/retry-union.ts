import { applyEdits, type Artifact } from '../model/artifact.ts'
import type { Candidate } from '../model/candidate.ts'
import { type Edits, sameEdits, unionOfEdits } from '../model/diff.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import { jointEdits } from '../policies/joint-edits.ts'
import type { Bucket, MergeContext } from './context.ts'
import { candidateOf } from './stages/fuse.ts'

/**
 * Returns the candidate that is left when one member of a refused union steps back, and with it every card that asks for the same:
 * the one without which the rest scores best on the fixed sample, the latest of equals. One harmful edit then costs one more
 * measurement, not everybody's work.
 */
export async function withoutOneMember(
  union: Candidate,
  { base }: Pick<Bucket, 'base'>,
  context: MergeContext,
): Promise<Candidate> {
  const members = union.cards.filter(({ lease }) => union.members.includes(lease))
  let best: { readonly rest: Rest; readonly score: number } | undefined
  for (const left of members) {
    const rest = await restOf(members, left, { base, context })
    const score = await context.verifier.estimate(applyEdits(base.state, rest.edits))
    if (best === undefined || score >= best.score) best = { rest, score }
  }
  const { cards, edits } = best?.rest ?? { cards: members, edits: union.diff.edits }
  const fused = !cards.some(({ diff }) => sameEdits(diff.edits, edits, context.same))
  const rung = fused ? union.rung : 'single'
  return candidateOf({ base, cards: union.cards, members: cards, fused, edits, rung }, context)
}

interface Rest {
  readonly cards: readonly EvidenceCard[]
  readonly edits: Edits
}

async function restOf(
  members: readonly EvidenceCard[],
  left: EvidenceCard,
  { base, context }: { readonly base: Artifact; readonly context: MergeContext },
): Promise<Rest> {
  const cards = members.filter(({ diff }) => !sameEdits(diff.edits, left.diff.edits, context.same))
  return { cards, edits: await editsOf(cards, base, context) }
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
