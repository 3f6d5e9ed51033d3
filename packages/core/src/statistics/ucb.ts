/** What an upper-confidence score is computed from. */
export type UcbInput = {
  /** Mean value of the arm so far. */
  readonly value: number
  /** How often the arm was tried. */
  readonly trials: number
  /** How often any arm was tried; below 2 counts as 2. */
  readonly total: number
  /** How strongly an untried arm is preferred; 1.4 when absent. */
  readonly exploration?: number
}

const DEFAULT_EXPLORATION = 1.4

/** Returns value + exploration · √(ln total / trials); infinite for an arm that was never tried. */
export function ucb({ value, trials, total, exploration = DEFAULT_EXPLORATION }: UcbInput): number {
  if (trials <= 0) return Number.POSITIVE_INFINITY
  return value + exploration * Math.sqrt(Math.log(Math.max(2, total)) / trials)
}

/**
 * Returns how much a task can teach at a pass rate: 4·p·(1−p) + floor, highest at one half. The rate is clamped to
 * [0, 1].
 */
export function difficultyWeight(passRate: number, floor = 0): number {
  const rate = Math.min(1, Math.max(0, passRate))
  return 4 * rate * (1 - rate) + floor
}
