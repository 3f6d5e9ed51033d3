import type { EvidenceCard } from '../../model/evidence.ts'
import { mapBounded } from '../../runtime/task-group.ts'
import type { ConflictContext, ConflictPolicy } from './conflict.ts'
import { type Duel, type DuelRules, resolveByDuels } from './duels.ts'

/**
 * Returns the conflict rule that keeps the better of two contradicting cards, each scored alone on the base; the
 * newcomer has to be strictly better. Cards that contradict nothing are not scored.
 */
export function keepBest(): ConflictPolicy {
  return {
    name: 'keep-best',
    resolve: (cards, context) => resolveByDuels(cards, byEstimate(context)),
  }
}

function byEstimate({ same, estimate }: ConflictContext): DuelRules {
  const scores = new Map<EvidenceCard, number>()
  const scored = async (card: EvidenceCard): Promise<number> => {
    const score = scores.get(card) ?? (await estimate(card.diff))
    scores.set(card, score)
    return score
  }
  return {
    same,
    decide: async (incumbent, newcomer) => {
      const [old = 0, young = 0] = await mapBounded([incumbent, newcomer], 2, scored)
      return duelOf(old, young)
    },
  }
}

function duelOf(incumbent: number, newcomer: number): Duel {
  return newcomer > incumbent
    ? { winner: 'newcomer', why: `alone it scores ${incumbent.toFixed(3)}, below ${newcomer.toFixed(3)}` }
    : {
        winner: 'incumbent',
        why: `alone it scores ${newcomer.toFixed(3)}, not above ${incumbent.toFixed(3)}`,
      }
}
