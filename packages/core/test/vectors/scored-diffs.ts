import { applyEdits, type ArtifactState, stateOf } from '../../src/model/artifact.ts'
import type { Edit, Edits } from '../../src/model/diff.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import { cardOf } from '../../src/testing/evidence-fixtures.ts'

/** Diffs of a state, and what states are worth. */
export interface ScoredDiffs {
  readonly state: Readonly<Record<string, string>>
  readonly diffs: readonly {
    readonly id: string
    readonly ops: Readonly<Record<string, Edit>>
    readonly advantage?: number | null
  }[]
  readonly scorer: {
    readonly base: number
    readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>
    readonly bonuses: readonly { readonly when: Readonly<Record<string, string>>; readonly add: number }[]
  }
}

/** Returns the cards of the diffs, in order of arrival. */
export function cardsOf({ diffs }: ScoredDiffs): readonly EvidenceCard[] {
  return diffs.map(({ id, ops, advantage }) =>
    cardOf(id, Object.entries(ops), typeof advantage === 'number' ? { advantage } : {}),
  )
}

/** Returns the scorer: the worth of the state with the edits applied. */
export function estimateOf({ state, scorer }: ScoredDiffs): (edits: Edits) => Promise<number> {
  const base = stateOf(Object.entries(state))
  return (edits) => Promise.resolve(worthOf(applyEdits(base, edits), scorer))
}

function worthOf(state: ArtifactState, { base, weights, bonuses }: ScoredDiffs['scorer']): number {
  const values = [...state].map(([key, value]) => weights[key]?.[value] ?? 0)
  const earned = bonuses.filter(({ when }) =>
    Object.entries(when).every(([key, value]) => state.get(key) === value),
  )
  const worth = [base, ...values, ...earned.map(({ add }) => add)].reduce((sum, part) => sum + part, 0)
  return Math.round(worth * 1e9) / 1e9
}
