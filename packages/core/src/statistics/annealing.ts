/** How the acceptance risk falls while an artifact matures. */
export type Annealing = {
  /** Accepted risk of a wrong commit at version 0, in [0, 1]. */
  readonly baseDelta: number
  /** Versions after which the risk has halved; below 1 counts as 1. */
  readonly halfLife: number
}

/** The risk starts at one half and halves every 64 versions. */
export const defaultAnnealing: Annealing = { baseDelta: 0.5, halfLife: 64 }

/** The risk never falls below this, so a mature artifact can still improve. */
const MINIMUM_DELTA = 0.01

/** Returns the risk of a wrong commit that is accepted at `version`: base · 2^(−version / half-life), at least 0.01. */
export function annealedDelta(version: number, annealing: Annealing = defaultAnnealing): number {
  const halvings = version / Math.max(1, annealing.halfLife)
  return Math.max(MINIMUM_DELTA, annealing.baseDelta * 0.5 ** halvings)
}

/** Returns the probability of improvement that a candidate for `version` must exceed, strictly. */
export function acceptanceThreshold(version: number, annealing: Annealing = defaultAnnealing): number {
  return 1 - annealedDelta(version, annealing)
}
