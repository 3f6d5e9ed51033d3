import { unionOfEdits } from '../../model/diff.ts'
import { diffsOf, type FusionPolicy } from '../../policies/fusion/fusion.ts'
import { union } from '../../policies/fusion/union.ts'

/** Joins whatever comes, the last card winning each contradiction. */
export function lastWinsFusion(): FusionPolicy {
  return {
    name: 'last-wins',
    fuse: (cards) =>
      Promise.resolve({
        edits: unionOfEdits(diffsOf(cards)),
        members: cards,
        fused: cards.length > 1,
        trial: { candidates: cards.length, ranked: false, winner: 'fused', rung: 'union' },
      }),
  }
}

/** Forwards what one card asks for and credits all of them. */
export function generousFusion(): FusionPolicy {
  return {
    name: 'generous',
    fuse: async (cards, context) => ({ ...(await union().fuse(cards.slice(0, 1), context)), members: cards }),
  }
}
