import type { ArtifactId } from '../model/ids.ts'
import { layerOf } from './layers.ts'

const START = 1
const MOST = 4
const LEAST = 0.25
const AUDIT_BELOW = 0.75

/** What two measurements of one change say about each other. */
export type Agreement = 'agree' | 'disagree' | 'uninformative'

/** Keeps, per artifact, how far its sampled score has deserved trust: 1 at first, in [0.25, 4]. */
export class Trust {
  readonly #levels = new Map<ArtifactId, number>()
  #audits = 0

  of(id: ArtifactId): number {
    return this.#levels.get(id) ?? START
  }

  /** Raises trust by 0.25, halves it, or leaves it alone. */
  observe(id: ArtifactId, agreement: Agreement): void {
    this.#levels.set(id, levelAfter(this.of(id), agreement))
  }

  /** Says whether a merge of the artifact needs a closer look, and counts it if so: above the fast layer, or at little trust. */
  owesAudit(id: ArtifactId, blastRadius: number): boolean {
    const isOwed = layerOf(id, blastRadius) !== 'fast' || this.of(id) < AUDIT_BELOW
    this.#audits += isOwed ? 1 : 0
    return isOwed
  }

  /** Returns the level of each artifact that was ever observed. */
  levels(): ReadonlyMap<ArtifactId, number> {
    return this.#levels
  }

  /** Takes on a level from before. */
  set(id: ArtifactId, level: number): void {
    this.#levels.set(id, Math.min(MOST, Math.max(LEAST, level)))
  }

  /** Looks owed so far. */
  get audits(): number {
    return this.#audits
  }
}

/**
 * Compares the gain on the sample with the gain on the full set. Only two strict gains or two strict losses agree; a strict gain
 * that the other side does not see is a disagreement; anything else, two ties for example, says nothing.
 */
export function agreementOf(sampleGain: number, fullGain: number): Agreement {
  if (sampleGain > 0 !== fullGain > 0) return 'disagree'
  return sampleGain > 0 || (sampleGain < 0 && fullGain < 0) ? 'agree' : 'uninformative'
}

/** Returns how urgent a closer look is: more for a wide effect, an uncertain score and little trust. */
export function auditPriority(blastRadius: number, uncertainty: number, trust: number): number {
  return (blastRadius * uncertainty) / Math.max(LEAST, trust)
}

function levelAfter(level: number, agreement: Agreement): number {
  switch (agreement) {
    case 'agree':
      return Math.min(MOST, level + 0.25)
    case 'disagree':
      return Math.max(LEAST, level / 2)
    case 'uninformative':
      return level
    default:
      return agreement satisfies never
  }
}
