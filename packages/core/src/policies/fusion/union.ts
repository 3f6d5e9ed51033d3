import { contradicts, type Edit, type Edits, sameEdits, type SameValue } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { mapBounded } from '../../runtime/task-group.ts'
import type { Fusion, FusionContext, FusionPolicy, FusionRung, FusionTrial, UnionObstacle } from './fusion.ts'
import { editsOf, membersOf } from './members.ts'

export interface UnionOptions {
  /** Scores the union and every single against each other and forwards the best; default false: no scoring. */
  readonly tournament?: boolean
}

/** All edits of several cards as one, or why there is no such thing and which card goes forward instead. */
type Union =
  | { readonly kind: 'union'; readonly edits: Edits }
  | { readonly kind: 'obstacle'; readonly obstacle: UnionObstacle; readonly single: EvidenceCard | undefined }

/**
 * Returns the fusion rule that joins the edits of all cards. Where two values of a key are the same in different
 * spellings, the first is kept. Without a union the first card goes forward; in a tournament the best one does, and the union only when it is strictly better than every single.
 */
export function union({ tournament = false }: UnionOptions = {}): FusionPolicy {
  return {
    name: 'union',
    settings: { tournament },
    fuse: async (cards, context) => {
      const joined = unionOf(cards, context.same)
      return tournament ? ranked(cards, joined, context) : unranked(cards, joined, context.same)
    },
  }
}

function unionOf(cards: readonly EvidenceCard[], same: SameValue): Union {
  const [first] = cards
  if (cards.length <= 1) return { kind: 'obstacle', obstacle: 'single-candidate', single: first }
  const clash = cards.some((left, index) =>
    cards.slice(index + 1).some((right) => contradicts(left.diff, right.diff, same)),
  )
  if (clash) return { kind: 'obstacle', obstacle: 'contradiction', single: first }
  const edits = joinedEdits(cards)
  if (cards.some(({ diff }) => sameEdits(diff.edits, edits, same)))
    return { kind: 'obstacle', obstacle: 'nothing-to-fuse', single: first }
  return { kind: 'union', edits }
}

/** Returns all edits of all cards; the first spelling of a value is kept. */
function joinedEdits(cards: readonly EvidenceCard[]): Edits {
  const joined = new Map<string, Edit>()
  for (const { diff } of cards)
    for (const [key, edit] of diff.edits) if (!joined.has(key)) joined.set(key, edit)
  return joined
}

function unranked(cards: readonly EvidenceCard[], joined: Union, same: SameValue): Fusion {
  const trial = { candidates: cards.length, ranked: false }
  if (joined.kind === 'union')
    return {
      edits: joined.edits,
      members: cards,
      fused: true,
      trial: { ...trial, winner: 'fused', rung: 'union' },
    }
  const edits = editsOf(joined.single)
  const members = membersOf(cards, edits, same)
  return {
    edits,
    members,
    fused: false,
    trial: { ...trial, winner: 'single', rung: rungOf(joined.obstacle), obstacle: joined.obstacle },
  }
}

async function ranked(
  cards: readonly EvidenceCard[],
  joined: Union,
  context: FusionContext,
): Promise<Fusion> {
  const entries = [...cards.map(({ diff }) => diff.edits), ...(joined.kind === 'union' ? [joined.edits] : [])]
  const [baseline = 0, ...scores] = await mapBounded(
    [new Map<string, Edit>(), ...entries],
    entries.length + 1,
    (edits) => context.estimate(edits),
  )
  const bestSingle = Math.max(...scores.slice(0, cards.length))
  const fusedScore = joined.kind === 'union' ? scores[cards.length] : undefined
  const fused = joined.kind === 'union' && fusedScore !== undefined && fusedScore > bestSingle
  const edits = fused ? joined.edits : editsOf(cards[scores.indexOf(bestSingle)])
  const trial: FusionTrial = {
    candidates: cards.length,
    ranked: true,
    winner: Math.max(...scores) <= baseline ? 'neither' : fused ? 'fused' : 'single',
    rung: fused ? 'union' : 'single',
    baseline,
    bestSingle,
    ...(joined.kind === 'obstacle' ? { obstacle: joined.obstacle } : {}),
    ...(fusedScore === undefined ? {} : { fusedScore }),
  }
  return { edits, members: fused ? cards : membersOf(cards, edits, context.same), fused, trial }
}

function rungOf(obstacle: UnionObstacle): FusionRung {
  return obstacle === 'nothing-to-fuse' ? 'identical' : 'single'
}
