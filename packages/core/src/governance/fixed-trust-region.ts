import type { Diff } from '../model/diff.ts'
import { charactersIn } from '../model/text-length.ts'
import type { TrustRegion } from './trust-region.ts'

export type TrustRegionLimits = {
  /** Edits in one diff, inclusive. */
  readonly maxEdits: number
  /** Code points in one value, inclusive; a deletion has none. */
  readonly maxCharacters: number
}

export const DEFAULT_LIMITS: TrustRegionLimits = { maxEdits: 6, maxCharacters: 32_000 }

/** Returns the region whose limits never move. Default: 6 edits of at most 32,000 characters each. */
export function fixedTrustRegion(limits: Partial<TrustRegionLimits> = {}): TrustRegion {
  const resolved = { ...DEFAULT_LIMITS, ...limits }
  return { refuse: (diff) => excessOf(diff, resolved), observe: () => {} }
}

/** Returns by what the diff exceeds the limits, in one sentence; undefined when it fits. */
export function excessOf(diff: Diff, { maxEdits, maxCharacters }: TrustRegionLimits): string | undefined {
  if (diff.edits.size > maxEdits)
    return `The diff has ${diff.edits.size} edits; the trust region allows ${maxEdits}.`
  for (const [key, edit] of diff.edits) {
    const characters = edit === null ? 0 : charactersIn(edit)
    if (characters > maxCharacters)
      return `The new value of key ${JSON.stringify(key)} has ${characters} characters; the trust region allows ${maxCharacters}.`
  }
  return undefined
}
