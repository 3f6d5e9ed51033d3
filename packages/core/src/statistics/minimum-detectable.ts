import { type Annealing, acceptanceThreshold } from './annealing.ts'
import { probabilityOfImprovement } from './improvement.ts'

/** The smallest improvement that can be told from chance, or that none can. */
export type DetectableGain =
  | { readonly kind: 'gain'; readonly tasks: number }
  | { readonly kind: 'impossible' }

/** A held-out set and the artifact that is measured on it. */
export type DetectableGainInput = {
  /** Held-out tasks. */
  readonly tasks: number
  /** Version of the artifact: the threshold rises with it. */
  readonly version: number
  /** Tasks that the base solves; half of them when absent. */
  readonly solved?: number
  readonly annealing?: Annealing
}

/**
 * Returns how many more tasks than its base a candidate must solve to pass the Beta acceptance rule without local
 * evidence; `impossible` when even solving every task falls short.
 */
export function minimumDetectableGain(input: DetectableGainInput): DetectableGain {
  const { tasks, version, solved = Math.floor(tasks / 2), annealing } = input
  const threshold = acceptanceThreshold(version, annealing)
  const base = { successes: solved, failures: tasks - solved }
  const passes = (gain: number): boolean =>
    probabilityOfImprovement({ successes: solved + gain, failures: base.failures - gain }, base) > threshold

  if (base.failures === 0 || !passes(base.failures)) return { kind: 'impossible' }
  let short = 0
  let enough = base.failures
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2)
    if (passes(middle)) enough = middle
    else short = middle
  }
  return { kind: 'gain', tasks: enough }
}
