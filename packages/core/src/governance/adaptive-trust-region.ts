import type { MergeOutcome } from '../model/report.ts'
import { badState } from '../policies/bad-state.ts'
import type { Json } from '../runtime/json.ts'
import { DEFAULT_LIMITS, excessOf, type TrustRegionLimits } from './fixed-trust-region.ts'
import type { TrustRegion } from './trust-region.ts'

export interface AdaptiveTrustRegionOptions {
  /** Default 6 edits of 32,000 characters. */
  readonly initial?: Partial<TrustRegionLimits>
  /** Default 1 edit of 2,000 characters. */
  readonly minimum?: Partial<TrustRegionLimits>
  /** Default 64 edits of 512,000 characters. */
  readonly maximum?: Partial<TrustRegionLimits>
  /** Outcomes between two moves. Default 10. */
  readonly window?: number
  /** Factor by which limits grow. Default 1.25. */
  readonly widen?: number
  /** Factor by which limits shrink. Default 0.5. */
  readonly tighten?: number
  /** Share of the window that has to commit, or to be too large, for limits to grow. Default 0.5. */
  readonly widenAt?: number
}

/** How a merge ended, or that a commit was taken back later. */
export type RegionOutcome = MergeOutcome | 'rolled-back'

/** The options with every default filled in. */
export type AdaptiveSettings = Readonly<
  Record<'initial' | 'minimum' | 'maximum', TrustRegionLimits> &
    Record<'window' | 'widen' | 'tighten' | 'widenAt', number>
>

export const adaptiveDefaults: AdaptiveSettings = {
  initial: DEFAULT_LIMITS,
  minimum: { maxEdits: 1, maxCharacters: 2000 },
  maximum: { maxEdits: 64, maxCharacters: 512_000 },
  window: 10,
  widen: 1.25,
  tighten: 0.5,
  widenAt: 0.5,
}

/** Returns a region whose limits shrink after a veto and grow while merges commit. */
export function adaptiveTrustRegion(options: AdaptiveTrustRegionOptions = {}): AdaptiveTrustRegion {
  return new AdaptiveTrustRegion(options)
}

/**
 * One veto or rollback in a full window outweighs everything else in it. A window that decided is over, also where a bound kept
 * the limits in place, so that no outcome decides twice; and every move is at least one unit, so that rounding cannot stop it.
 */
export class AdaptiveTrustRegion implements TrustRegion {
  readonly #settings: AdaptiveSettings
  #limits: TrustRegionLimits
  #window: readonly RegionOutcome[] = []
  #moves = 0

  constructor(options: AdaptiveTrustRegionOptions = {}) {
    const { initial, minimum, maximum } = adaptiveDefaults
    this.#settings = {
      ...adaptiveDefaults,
      ...options,
      initial: { ...initial, ...options.initial },
      minimum: { ...minimum, ...options.minimum },
      maximum: { ...maximum, ...options.maximum },
    }
    this.#limits = this.#settings.initial
  }

  get limits(): TrustRegionLimits {
    return this.#limits
  }

  /** How often the limits have changed. */
  get moves(): number {
    return this.#moves
  }

  /** What another region must have to go on from this one's state. */
  get settings(): AdaptiveSettings {
    return this.#settings
  }

  /** Returns the limits, how often they moved, and the outcomes since. */
  state(): Json {
    const { maxEdits, maxCharacters } = this.#limits
    return [maxEdits, maxCharacters, this.#moves, this.#window]
  }

  restore(state: Json): void {
    const [maxEdits, maxCharacters, moves, window]: readonly Json[] = Array.isArray(state) ? state : []
    if (typeof maxEdits !== 'number' || typeof maxCharacters !== 'number' || typeof moves !== 'number')
      throw badState('trust region', state)
    if (!Array.isArray(window) || !window.every(isOutcome)) throw badState('trust region', state)
    this.#limits = { maxEdits, maxCharacters }
    this.#moves = moves
    this.#window = window
  }

  refuse: TrustRegion['refuse'] = (diff) => excessOf(diff, this.#limits)

  observe: TrustRegion['observe'] = (reports) => {
    for (const { outcome } of reports) this.observeOutcome(outcome)
  }

  observeOutcome(outcome: RegionOutcome): void {
    const { window, widen, tighten } = this.#settings
    this.#window = [...this.#window, outcome].slice(-window)
    if (this.#window.length < window) return
    if (this.#window.some(isReversal)) this.#moveTo((limit) => tightened(limit, tighten))
    else if (this.#wantsRoom()) this.#moveTo((limit) => widened(limit, widen))
  }

  /** Work that is too large to be tried asks for room as much as work that commits: limits may have shrunk below all of it. */
  #wantsRoom(): boolean {
    const asking = this.#window.filter((outcome) => outcome === 'committed' || outcome === 'oversized')
    return asking.length / this.#window.length >= this.#settings.widenAt
  }

  #moveTo(scaled: (limit: Limit) => number): void {
    const { minimum, maximum } = this.#settings
    const { maxEdits, maxCharacters } = this.#limits
    this.#limits = {
      maxEdits: scaled({ now: maxEdits, least: minimum.maxEdits, most: maximum.maxEdits }),
      maxCharacters: scaled({
        now: maxCharacters,
        least: minimum.maxCharacters,
        most: maximum.maxCharacters,
      }),
    }
    const moved = this.#limits.maxEdits !== maxEdits || this.#limits.maxCharacters !== maxCharacters
    this.#moves += moved ? 1 : 0
    this.#window = []
  }
}

const OUTCOMES: readonly Json[] = [
  ...(['committed', 'below-threshold', 'oracle-rejected', 'cas-conflict', 'all-stale'] as const),
  ...(['oversized', 'screened', 'unknown-artifact', 'rolled-back'] as const),
] satisfies readonly RegionOutcome[]

function isOutcome(value: Json): value is RegionOutcome {
  return OUTCOMES.includes(value)
}

interface Limit {
  readonly now: number
  readonly least: number
  readonly most: number
}

function isReversal(outcome: RegionOutcome): boolean {
  return outcome === 'oracle-rejected' || outcome === 'rolled-back'
}

/** Never lowers a limit, also not one that starts above `most`. */
function widened({ now, most }: Limit, factor: number): number {
  return Math.max(now, Math.min(most, Math.max(now + 1, Math.round(now * factor))))
}

/** Never raises a limit, also not one that starts below `least`. */
function tightened({ now, least }: Limit, factor: number): number {
  return Math.min(now, Math.max(least, Math.min(now - 1, Math.round(now * factor))))
}
