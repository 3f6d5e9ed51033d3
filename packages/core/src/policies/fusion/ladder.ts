import { type Edit, type Edits, sameEdits } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { mapBounded } from '../../runtime/task-group.ts'
import { jointEdits } from '../joint-edits.ts'
import type { Fusion, FusionContext, FusionPolicy, FusionRung, UnionObstacle } from './fusion.ts'
import { editsOf, membersOf } from './members.ts'

/**
 * Returns the fusion rule that climbs from the cheapest way to keep everybody's work to the next: one card that holds all edits,
 * the union of the keys, and for keys with several values the three-way merge of their texts against the base. A text that no
 * proposer wrote has to pass screen and trust region, and then to score no worse than the best single card; a union of whole
 * values goes forward unscored. No rung asks a model for text.
 */
export function ladder(): FusionPolicy {
  return {
    name: 'ladder',
    fuse: async (cards, context) => {
      const climbed = await climb(cards, context)
      if (climbed.kind === 'union') return joined(cards, climbed)
      if (climbed.kind === 'obstacle')
        return single(cards, climbed.card, { context, obstacle: climbed.obstacle })
      return ranked(cards, climbed.edits, context)
    },
  }
}

type Climbed =
  | { readonly kind: 'obstacle'; readonly obstacle: UnionObstacle; readonly card: EvidenceCard | undefined }
  | { readonly kind: 'union'; readonly edits: Edits }
  /** At least one value is a merge of several. */
  | { readonly kind: 'three-way'; readonly edits: Edits }

async function climb(cards: readonly EvidenceCard[], context: FusionContext): Promise<Climbed> {
  const [first] = cards
  if (cards.length <= 1) return { kind: 'obstacle', obstacle: 'single-candidate', card: first }
  const joint = await jointEdits(cards, context)
  if (joint === undefined) return { kind: 'obstacle', obstacle: 'contradiction', card: first }
  const { edits, merged } = joint
  const whole = cards.find(({ diff }) => sameEdits(diff.edits, edits, context.same))
  if (whole !== undefined) return { kind: 'obstacle', obstacle: 'nothing-to-fuse', card: whole }
  if (merged.size === 0) return { kind: 'union', edits }
  const isRefused = context.refuse(merged) !== undefined
  return isRefused
    ? { kind: 'obstacle', obstacle: 'refused-value', card: first }
    : { kind: 'three-way', edits }
}

function joined(cards: readonly EvidenceCard[], { edits }: { readonly edits: Edits }): Fusion {
  const trial = { candidates: cards.length, ranked: false, winner: 'fused', rung: 'union' } as const
  return { edits, members: cards, fused: true, trial }
}

interface Obstacle {
  readonly context: FusionContext
  readonly obstacle: UnionObstacle
}

function single(
  cards: readonly EvidenceCard[],
  card: EvidenceCard | undefined,
  { context, obstacle }: Obstacle,
): Fusion {
  const edits = editsOf(card)
  const rung: FusionRung = obstacle === 'nothing-to-fuse' ? 'identical' : 'single'
  const trial = { candidates: cards.length, ranked: false, winner: 'single', rung, obstacle } as const
  return { edits, members: membersOf(cards, edits, context.same), fused: false, trial }
}

/** A tie goes to the union: it holds more than one worker's evidence. */
async function ranked(cards: readonly EvidenceCard[], edits: Edits, context: FusionContext): Promise<Fusion> {
  const entries = [new Map<string, Edit>(), edits, ...cards.map(({ diff }) => diff.edits)]
  const [baseline = 0, fusedScore = 0, ...singles] = await mapBounded(entries, entries.length, (tried) =>
    context.estimate(tried),
  )
  const bestSingle = Math.max(...singles)
  const fused = fusedScore >= bestSingle
  const chosen = fused ? edits : editsOf(cards[singles.indexOf(bestSingle)])
  const isBetter = Math.max(fusedScore, bestSingle) > baseline
  return {
    edits: chosen,
    members: fused ? cards : membersOf(cards, chosen, context.same),
    fused,
    trial: {
      candidates: cards.length,
      ranked: true,
      winner: !isBetter ? 'neither' : fused ? 'fused' : 'single',
      rung: fused ? 'three-way' : 'single',
      baseline,
      bestSingle,
      fusedScore,
    },
  }
}
