import { adaptiveTrustRegion, type RegionOutcome } from '../../src/governance/adaptive-trust-region.ts'
import type { TrustRegionLimits } from '../../src/governance/fixed-trust-region.ts'

type Limits = readonly [maxEdits: number, maxCharacters: number]

export interface AdaptiveInput {
  readonly initial: Limits
  readonly minimum: Limits
  readonly maximum: Limits
  readonly window: number
  readonly widen: number
  readonly tighten: number
  readonly accept_rate_to_widen: number
  readonly outcomes: readonly RegionOutcome[]
}

export function replay(input: AdaptiveInput): { after_each: Limits[]; moves: number } {
  const { window, widen, tighten, accept_rate_to_widen: widenAt } = input
  const region = adaptiveTrustRegion({
    initial: limitsOf(input.initial),
    minimum: limitsOf(input.minimum),
    maximum: limitsOf(input.maximum),
    window,
    widen,
    tighten,
    widenAt,
  })
  const afterEach = input.outcomes.map((outcome): Limits => {
    region.observeOutcome(outcome)
    return [region.limits.maxEdits, region.limits.maxCharacters]
  })
  return { after_each: afterEach, moves: region.moves }
}

function limitsOf([maxEdits, maxCharacters]: Limits): TrustRegionLimits {
  return { maxEdits, maxCharacters }
}
