/** The rewards of one group so far. */
export type GroupSummary = {
  readonly count: number
  readonly mean: number
  /** Sum of the squared distances from the mean. */
  readonly squares: number
}

/** Everything a tally of groups remembers, groups in the order of their creation. */
export type GroupAdvantageState = {
  readonly groups: readonly (readonly [group: string, summary: GroupSummary])[]
}

/** When an advantage counts as known, and how many groups are remembered. */
export type GroupAdvantageOptions = {
  /** Members a group needs, the newest included; at least 2. */
  readonly minGroup?: number
  /** Groups remembered; the one created first makes room. At least 1. */
  readonly maxGroups?: number
}

const DEFAULT_MIN_GROUP = 4
const DEFAULT_MAX_GROUPS = 4096

/** A group whose variance is not above this has no spread to measure a reward against. */
const SMALLEST_VARIANCE = 1e-12

const EMPTY_GROUP: GroupSummary = { count: 0, mean: 0, squares: 0 }

/** Says of each reward how far it lies from the others of its group, in standard deviations. */
export class GroupAdvantage {
  readonly #minGroup: number
  readonly #maxGroups: number
  #groups = new Map<string, GroupSummary>()

  constructor({ minGroup = DEFAULT_MIN_GROUP, maxGroups = DEFAULT_MAX_GROUPS }: GroupAdvantageOptions = {}) {
    this.#minGroup = minGroup
    this.#maxGroups = maxGroups
  }

  /**
   * Adds a reward to its group and returns (reward − mean) / population deviation over the group with this reward
   * included; `undefined` while the group is too small or has no spread.
   */
  observe(group: string, reward: number): number | undefined {
    const summary = withReward(this.#groups.get(group) ?? EMPTY_GROUP, reward)
    this.#groups.set(group, summary)
    this.#evict()
    const variance = summary.squares / summary.count
    if (summary.count < this.#minGroup || variance <= SMALLEST_VARIANCE) return undefined
    return (reward - summary.mean) / Math.sqrt(variance)
  }

  /** Returns how many rewards the group holds; 0 for one that is unknown or was forgotten. */
  sizeOf(group: string): number {
    return this.#groups.get(group)?.count ?? 0
  }

  /** Returns everything remembered, as plain data. */
  state(): GroupAdvantageState {
    return { groups: [...this.#groups] }
  }

  /** Replaces everything remembered by what `state()` returned, here or in an earlier process. */
  restore(state: GroupAdvantageState): void {
    this.#groups = new Map(state.groups)
    this.#evict()
  }

  #evict(): void {
    for (const oldest of this.#groups.keys()) {
      if (this.#groups.size <= this.#maxGroups) return
      this.#groups.delete(oldest)
    }
  }
}

/** Welford's update: the squares stay exact where a difference of two large sums would not. */
function withReward({ count, mean, squares }: GroupSummary, reward: number): GroupSummary {
  const distance = reward - mean
  const moved = mean + distance / (count + 1)
  return { count: count + 1, mean: moved, squares: squares + distance * (reward - moved) }
}
