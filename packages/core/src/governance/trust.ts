const START = 1
const MOST = 4
const LEAST = 0.25
/** Below this trust every merge of the artifact is audited. */
export const AUDIT_BELOW = 0.75

export const INITIAL_TRUST: number = START

/** What two measurements of one change say about each other. */
export type Agreement = 'agree' | 'disagree' | 'uninformative'

/**
 * Compares the gain on the sample with the gain on the full set. Only two strict gains or two strict losses agree; a strict gain
 * that the other side does not see is a disagreement; anything else, two ties for example, says nothing.
 */
export function agreementOf(sampleGain: number, fullGain: number): Agreement {
  if (sampleGain > 0 !== fullGain > 0) return 'disagree'
  return sampleGain > 0 || (sampleGain < 0 && fullGain < 0) ? 'agree' : 'uninformative'
}

/** Returns the trust after one more comparison: up by 0.25 to at most 4, or halved to at least 0.25. */
export function trustAfter(trust: number, agreement: Agreement): number {
  switch (agreement) {
    case 'agree':
      return Math.min(MOST, trust + 0.25)
    case 'disagree':
      return Math.max(LEAST, trust / 2)
    case 'uninformative':
      return trust
    default:
      return agreement satisfies never
  }
}

/** Returns how urgent a closer look is: more for a wide effect, an uncertain score and little trust. */
export function auditPriority(blastRadius: number, uncertainty: number, trust: number): number {
  return (blastRadius * uncertainty) / Math.max(LEAST, trust)
}
