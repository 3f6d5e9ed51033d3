import type { Region, TextMerge, TextSides } from '../kernel.ts'
import type { ResolvedTextMergeOptions } from '../text-merge-options.ts'
import { areEqualBytes, compareBytes, joinBytes } from './bytes.ts'
import { levelsOf } from './levels.ts'
import { refine } from './refine.ts'
import type { Draft } from './refine.ts'
import { Scratch } from '../scratch.ts'
import { StepBudget } from './step-budget.ts'

/** One merge at a time uses it; no merge calls back into another. */
const scratch = new Scratch()

/** Merges what two sides changed in one base; in a conflict the sides stand as ours, theirs. */
export function mergeText({ base, ours, theirs }: TextSides, options: ResolvedTextMergeOptions): TextMerge {
  return mergeSides(base, [ours, theirs], options)
}

/** Merges what any number of sides changed in one base; neither their order nor repetition makes a difference. */
export function mergeMany(
  base: Uint8Array,
  sides: readonly Uint8Array[],
  options: ResolvedTextMergeOptions,
): TextMerge {
  return mergeSides(base, sides.toSorted(compareBytes), options)
}

function mergeSides(
  base: Uint8Array,
  sides: readonly Uint8Array[],
  { granularity, maxSteps }: ResolvedTextMergeOptions,
): TextMerge {
  const changed = distinctChanges(base, sides)
  const [first = base, second] = changed
  if (second === undefined) return { outcome: 'clean', text: new Uint8Array(first) }
  scratch.reset()
  const budget = new StepBudget(maxSteps)
  const work = { budget, scratch }
  let drafts: readonly Draft[] = [{ kind: 'conflict', base, sides: changed }]
  for (const level of levelsOf(granularity))
    drafts = drafts.flatMap((draft) => (draft.kind === 'merged' ? draft : refine(draft, level, work)))
  if (budget.isExceeded) return { outcome: 'too-large', steps: budget.spent }
  return settle(drafts)
}

function distinctChanges(base: Uint8Array, sides: readonly Uint8Array[]): Uint8Array[] {
  const changed: Uint8Array[] = []
  for (const side of sides)
    if (![base, ...changed].some((known) => areEqualBytes(known, side))) changed.push(side)
  return changed
}

/** Joins neighbouring merged stretches, and copies, so that the answer outlives the texts it was made of. */
function settle(drafts: readonly Draft[]): TextMerge {
  const regions: Region[] = []
  let merged: Uint8Array[] = []
  const closeMerged = (): void => {
    if (merged.length > 0) regions.push({ kind: 'merged', text: joinBytes(merged) })
    merged = []
  }
  for (const draft of drafts) {
    if (draft.kind === 'merged') merged.push(draft.text)
    else {
      closeMerged()
      const sides = draft.sides.map((side) => new Uint8Array(side))
      regions.push({ kind: 'conflict', base: new Uint8Array(draft.base), sides })
    }
  }
  if (regions.length === 0) return { outcome: 'clean', text: joinBytes(merged) }
  closeMerged()
  return { outcome: 'conflict', regions }
}
