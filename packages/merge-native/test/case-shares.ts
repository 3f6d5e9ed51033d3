import type { TextMergeKernel } from '@agentdescent/merge-native'
import type { MergeCase } from './random-cases.ts'

/** What part of the cases tries what, each from 0 to 1. */
export interface CaseShares {
  readonly clean: number
  readonly conflict: number
  readonly repeatedLines: number
  readonly prosePass: number
}

/** The least shares with which a run over generated cases says anything. */
export const LEAST_SHARES: CaseShares = { clean: 0.3, conflict: 0.3, repeatedLines: 0.2, prosePass: 0.1 }

/** Counts the cases that end clean, that conflict, whose base repeats a line, and that reach the prose pass. */
export function sharesOf(cases: readonly MergeCase[], kernel: TextMergeKernel): CaseShares {
  const share = (holds: (each: MergeCase) => boolean): number => cases.filter(holds).length / cases.length
  return {
    clean: share((each) => kernel.mergeText(each, each).outcome === 'clean'),
    conflict: share((each) => kernel.mergeText(each, each).outcome === 'conflict'),
    repeatedLines: share(({ base }) => repeatsALine(Buffer.from(base).toString('latin1'))),
    prosePass: share(
      (each) =>
        each.granularity === 'prose' &&
        kernel.mergeText(each, { granularity: 'line' }).outcome === 'conflict',
    ),
  }
}

function repeatsALine(text: string): boolean {
  const lines = text.split('\n')
  return new Set(lines).size < lines.length
}
