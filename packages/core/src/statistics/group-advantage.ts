import { ContractError, OptionError, shown } from '../model/errors.ts'
import type { Json } from '../runtime/json.ts'

/** The rewards of one group so far. */
type GroupSummary = {
  readonly count: number
  readonly mean: number
  /** Sum of the squared distances from the mean. */
  readonly squares: number
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

/**
 * Says of each reward how far it lies from the others of its group, in standard deviations.
 * @throws OptionError `bad-group-size` for a `minGroup` below 2 or a `maxGroups` below 1, or either not whole.
 */
export class GroupAdvantage {
  readonly #minGroup: number
  readonly #maxGroups: number
  #groups = new Map<string, GroupSummary>()

  constructor({ minGroup = DEFAULT_MIN_GROUP, maxGroups = DEFAULT_MAX_GROUPS }: GroupAdvantageOptions = {}) {
    this.#minGroup = wholeFrom(2, minGroup, 'minGroup')
    this.#maxGroups = wholeFrom(1, maxGroups, 'maxGroups')
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

  /** Returns everything remembered, groups in the order of their creation. */
  state(): Json {
    return [...this.#groups].map(([group, { count, mean, squares }]) => [group, count, mean, squares])
  }

  /**
   * Replaces everything remembered by what `state` returned, here or in another process.
   * @throws ContractError `bad-state` for anything else.
   */
  restore(state: Json): void {
    if (!Array.isArray(state)) throw badState(state)
    this.#groups = new Map(state.map(entryOf))
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

function entryOf(row: Json): readonly [string, GroupSummary] {
  if (!Array.isArray(row)) throw badState(row)
  const [group, count, mean, squares] = row
  if (typeof group !== 'string' || !isNumber(count) || !isNumber(mean) || !isNumber(squares))
    throw badState(row)
  return [group, { count, mean, squares }]
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function wholeFrom(smallest: number, value: number, argument: string): number {
  if (Number.isInteger(value) && value >= smallest) return value
  throw new OptionError({
    code: 'bad-group-size',
    argument,
    value: shown(value),
    message: `${argument} is ${shown(value)}; it must be a whole number of at least ${smallest}.`,
  })
}

function badState(value: Json): ContractError {
  return new ContractError({
    code: 'bad-state',
    argument: 'state',
    value: shown(value),
    message: `The state of the group advantages holds ${shown(value)}, which state() never returns.`,
    fix: 'Restore what state() of the same version returned.',
  })
}
