import { contradicts } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import type { ConflictPolicy } from '../../policies/conflict/conflict.ts'

/** Meets one rival at a time, so a newcomer that beats the first and falls to the second takes the first with it. */
export function oneByOneConflict(): ConflictPolicy {
  return {
    name: 'one-by-one',
    resolve: async (cards, { same, estimate }) => {
      let kept: readonly EvidenceCard[] = []
      for (const newcomer of cards) {
        let standing = true
        for (const rival of kept.filter((card) => contradicts(card.diff, newcomer.diff, same))) {
          standing &&= (await estimate(newcomer.diff)) > (await estimate(rival.diff))
          if (standing) kept = kept.filter((card) => card !== rival)
        }
        if (standing) kept = [...kept, newcomer]
      }
      const dropped = cards.filter((card) => !kept.includes(card))
      return { kept, dropped: dropped.map((card) => ({ card, reason: 'It lost.' })) }
    },
  }
}

/** Keeps everything, contradictions included. */
export function keepAllConflict(): ConflictPolicy {
  return { name: 'keep-all', resolve: (cards) => Promise.resolve({ kept: cards, dropped: [] }) }
}
