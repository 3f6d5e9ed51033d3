import type { MeasuredCandidate } from '../model/candidate.ts'
import { ContractError, shown } from '../model/errors.ts'
import type { ArtifactId } from '../model/ids.ts'
import { meanReward } from '../model/measurement.ts'
import type { ArtifactState } from '../model/artifact.ts'
import type { Audit, AuditFinding } from './audit.ts'
import { layerOf } from './layers.ts'
import { AUDIT_BELOW, agreementOf, INITIAL_TRUST, trustAfter } from './trust.ts'

export interface TrustAuditOptions {
  /** An independent and costlier score in [0, 1]; without it the held-out rows are the truth, at no further call. */
  readonly oracle?: (state: ArtifactState) => Promise<number>
  /** Calls of the oracle that the run may make; two per audit. Default 200. */
  readonly oracleCalls?: number
}

/** Returns the audit that keeps trust in the sampled score, and demands a strict gain where a closer look is owed. */
export function trustAudit(options: TrustAuditOptions = {}): TrustAudit {
  return new TrustAudit(options)
}

/**
 * Owes a look to every merge of the slow layer, and to artifacts whose sampled score has misled before. Under audit a tie is
 * refused. A measurement that does not cover the whole held-out set never holds a veto.
 */
export class TrustAudit implements Audit {
  readonly #oracle: TrustAuditOptions['oracle']
  readonly #trust = new Map<ArtifactId, number>()
  /** The pair of states per artifact that trust has learned from last; measured once, it counts once. */
  readonly #learned = new Map<ArtifactId, string>()
  #oracleCallsLeft: number
  #audits = 0

  constructor({ oracle, oracleCalls = 200 }: TrustAuditOptions = {}) {
    this.#oracle = oracle
    this.#oracleCallsLeft = oracleCalls
  }

  /** Merges that were owed a look so far. */
  get audits(): number {
    return this.#audits
  }

  /** Trust in the sampled score of the artifact, in [0.25, 4]; starts at 1. */
  trustIn(id: ArtifactId): number {
    return this.#trust.get(id) ?? INITIAL_TRUST
  }

  async inspect(candidate: MeasuredCandidate): Promise<AuditFinding> {
    const { id, blastRadius } = candidate.base
    const sampleGain = candidate.nextEstimate - candidate.baseEstimate
    const heldOutGain = fullGain(candidate)
    this.#learn(candidate, sampleGain, heldOutGain)
    if (!this.#owes(id, blastRadius)) return { veto: false, audited: false }
    this.#audits += 1
    const oracleGain = await this.#consult(candidate)
    if (oracleGain !== undefined) this.#observe(id, sampleGain, oracleGain)
    const gain = oracleGain ?? heldOutGain
    if (gain === undefined || gain > 0) return { veto: false, audited: true }
    return { veto: true, gain, reason: this.#reason(candidate, gain, oracleGain !== undefined) }
  }

  #owes(id: ArtifactId, blastRadius: number): boolean {
    return layerOf(id, blastRadius) !== 'fast' || this.trustIn(id) < AUDIT_BELOW
  }

  #learn(candidate: MeasuredCandidate, sampleGain: number, heldOutGain: number | undefined): void {
    if (heldOutGain === undefined) return
    const { id } = candidate.base
    const pair = `${candidate.baseRows[0]?.candidate} ${candidate.nextRows[0]?.candidate}`
    if (this.#learned.get(id) === pair) return
    this.#learned.set(id, pair)
    this.#observe(id, sampleGain, heldOutGain)
  }

  #observe(id: ArtifactId, sampleGain: number, trueGain: number): void {
    this.#trust.set(id, trustAfter(this.trustIn(id), agreementOf(sampleGain, trueGain)))
  }

  /** Returns the oracle's gain; undefined without an oracle, and once its budget cannot pay for both sides. */
  async #consult({ base, next }: MeasuredCandidate): Promise<number | undefined> {
    if (this.#oracle === undefined || this.#oracleCallsLeft < 2) return undefined
    this.#oracleCallsLeft -= 2
    const [before, after] = [await this.#oracle(base.state), await this.#oracle(next.state)]
    return checkedScore(after) - checkedScore(before)
  }

  #reason({ base, baseRows, nextRows }: MeasuredCandidate, gain: number, byOracle: boolean): string {
    const why =
      layerOf(base.id, base.blastRadius) === 'fast'
        ? `trust in its sampled score is ${this.trustIn(base.id)}`
        : `its blast radius is ${base.blastRadius}`
    const figures = byOracle
      ? `the oracle sees a gain of ${gain}`
      : `the held-out rate went from ${meanReward(baseRows)} to ${meanReward(nextRows)}`
    return `Artifact ${shown(base.id)} needs a strict gain, because ${why}; ${figures}.`
  }
}

/** Returns the held-out gain; undefined when a bounded scan left rows of either side out. */
function fullGain({ baseRows, nextRows }: MeasuredCandidate): number | undefined {
  return baseRows.length === nextRows.length ? meanReward(nextRows) - meanReward(baseRows) : undefined
}

function checkedScore(score: unknown): number {
  if (typeof score === 'number' && score >= 0 && score <= 1) return score
  throw new ContractError({
    code: 'bad-oracle-score',
    argument: 'evaluation.oracle',
    value: shown(score),
    message: `The oracle returned ${shown(score)}; it must return a number in [0, 1].`,
  })
}
