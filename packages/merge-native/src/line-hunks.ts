import { Scratch } from './scratch.ts'
import { align } from './typescript/align.ts'
import type { Hunk } from './typescript/align.ts'
import { StepBudget } from './typescript/step-budget.ts'

const scratch = new Scratch()

/** Work beyond which what differs is taken as a whole. */
const MOST_STEPS = 100_000_000

/**
 * Returns what the second list of lines has in place of runs of the first, in order, aligned as a merge aligns them; the same on
 * every host. Equal strings are equal lines; whether they carry their line ends is the caller's choice.
 */
export function lineHunks(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const ids = new Map<string, number>()
  const idsOf = (lines: readonly string[]): Int32Array => {
    const found = new Int32Array(lines.length)
    for (const [at, line] of lines.entries()) {
      const id = ids.get(line) ?? ids.size
      if (id === ids.size) ids.set(line, id)
      found[at] = id
    }
    return found
  }
  const [base, side] = [idsOf(before), idsOf(after)]
  scratch.reset()
  return align({ base, side, idCount: ids.size, work: { budget: new StepBudget(MOST_STEPS), scratch } })
}
