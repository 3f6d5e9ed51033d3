import type { MergeKernel } from '@agentdescent/merge-native'
import type { MergeCase } from './random-cases.ts'

/** How many of some cases try what. */
export interface CaseCounts {
  cases: number
  clean: number
  conflict: number
  repeatedLines: number
  prosePass: number
}

/** The least parts of generated cases with which a run over them says anything. */
const LEAST_SHARES = { clean: 0.3, conflict: 0.3, repeatedLines: 0.2, prosePass: 0.1 } as const

/** Counts cases that end clean, that conflict, whose base repeats a line, and that reach the prose pass. */
export class CaseShares {
  readonly #kernel: MergeKernel
  readonly #counts: CaseCounts = { cases: 0, clean: 0, conflict: 0, repeatedLines: 0, prosePass: 0 }

  constructor(kernel: MergeKernel) {
    this.#kernel = kernel
  }

  count(each: MergeCase): void {
    const { outcome } = this.#kernel.mergeText(each, { granularity: each.granularity })
    this.#counts.cases += 1
    this.#counts.clean += outcome === 'clean' ? 1 : 0
    this.#counts.conflict += outcome === 'conflict' ? 1 : 0
    this.#counts.repeatedLines += repeatsALine(each.base) ? 1 : 0
    this.#counts.prosePass += this.#reachesProsePass(each) ? 1 : 0
  }

  /** Returns one sentence per share that is too small. */
  failures(): string[] {
    const { cases } = this.#counts
    return (['clean', 'conflict', 'repeatedLines', 'prosePass'] as const).flatMap((part) => {
      const share = this.#counts[part] / cases
      return share >= LEAST_SHARES[part]
        ? []
        : [`${part} is ${share} of ${cases} cases; the least is ${LEAST_SHARES[part]}`]
    })
  }

  toString(): string {
    const { cases, ...parts } = this.#counts
    const shares = Object.entries(parts).map(
      ([part, count]) => `${part} ${((100 * count) / cases).toFixed(1)} %`,
    )
    return `${cases} cases: ${shares.join(', ')}`
  }

  #reachesProsePass(each: MergeCase): boolean {
    if (each.granularity === 'line') return false
    return this.#kernel.mergeText(each, { granularity: 'line' }).outcome === 'conflict'
  }
}

function repeatsALine(text: Uint8Array): boolean {
  const lines = Buffer.from(text).toString('latin1').split('\n')
  return new Set(lines).size < lines.length
}
