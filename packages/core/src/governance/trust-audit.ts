import { isCut, type MeasuredCandidate } from '../model/candidate.ts'
import { isTransient, shown } from '../model/errors.ts'
import { type ArtifactId, artifactId } from '../model/ids.ts'
import { meanReward } from '../model/measurement.ts'
import { badState } from '../policies/bad-state.ts'
import type { Json } from '../runtime/json.ts'
import type { Audit, AuditFinding } from './audit.ts'
import { BudgetedOracle, type Oracle } from './budgeted-oracle.ts'
import { layerOf } from './layers.ts'
import { agreementOf, Trust } from './trust.ts'

export interface TrustAuditOptions {
  /** Without it the held-out rows are the truth, at no further call. */
  readonly oracle?: Oracle
  /** Calls of the oracle that the run may make; two per audit. Default 200. */
  readonly oracleCalls?: number
  /** Hears that the oracle failed; the held-out rows then stand for it. */
  readonly onOracleFailure?: (error: unknown) => void
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
  readonly trust: Trust = new Trust()
  readonly #oracle: BudgetedOracle | undefined
  readonly #onOracleFailure: (error: unknown) => void
  /** Per artifact the pair of states whose rows were compared last: one measurement counts once. */
  readonly #compared = new Map<ArtifactId, string>()

  constructor({ oracle, oracleCalls = 200, onOracleFailure = () => {} }: TrustAuditOptions = {}) {
    this.#onOracleFailure = onOracleFailure
    this.#oracle = oracle === undefined ? undefined : new BudgetedOracle(oracle, oracleCalls)
  }

  async inspect(candidate: MeasuredCandidate): Promise<AuditFinding> {
    const { id, blastRadius } = candidate.base
    const sampleGain = candidate.nextEstimate - candidate.baseEstimate
    const heldOutGain = fullGain(candidate)
    if (heldOutGain !== undefined && this.#isNew(candidate))
      this.trust.observe(id, agreementOf(sampleGain, heldOutGain))
    if (!this.trust.owesAudit(id, blastRadius)) return { veto: false, audited: false }
    const oracleGain = await this.#oracleGain(candidate)
    if (oracleGain !== undefined) this.trust.observe(id, agreementOf(sampleGain, oracleGain))
    const gain = oracleGain ?? heldOutGain
    if (gain === undefined || gain > 0) return { veto: false, audited: true }
    return { veto: true, gain, reason: this.#reason(candidate, oracleGain) }
  }

  /** Returns per artifact the trust in its sampled score, and the pair of states that were compared last. */
  state(): Json {
    return [...this.trust.levels()].map(([id, level]) => [id, level, this.#compared.get(id) ?? ''])
  }

  restore(state: Json): void {
    if (!Array.isArray(state)) throw badState('audit', state)
    for (const entry of state) {
      if (!Array.isArray(entry)) throw badState('audit', entry)
      const [id, level, compared]: readonly Json[] = entry
      if (typeof id !== 'string' || typeof level !== 'number' || typeof compared !== 'string')
        throw badState('audit', entry)
      this.trust.set(artifactId(id), level)
      this.#compared.set(artifactId(id), compared)
    }
  }

  #isNew({ base, baseRows, nextRows }: MeasuredCandidate): boolean {
    const pair = `${baseRows[0]?.candidate} ${nextRows[0]?.candidate}`
    const isNew = this.#compared.get(base.id) !== pair
    this.#compared.set(base.id, pair)
    return isNew
  }

  /** Returns undefined without an oracle, where it fails, and once it cannot answer for both sides. */
  async #oracleGain({ base, next }: MeasuredCandidate): Promise<number | undefined> {
    if (this.#oracle === undefined || this.#oracle.left < 2) return undefined
    try {
      const before = await this.#oracle.consult(base.state)
      const after = await this.#oracle.consult(next.state)
      return before === undefined || after === undefined ? undefined : after - before
    } catch (error) {
      if (!isTransient(error)) throw error
      this.#onOracleFailure(error)
      return undefined
    }
  }

  #reason({ base, baseRows, nextRows }: MeasuredCandidate, oracleGain: number | undefined): string {
    const why =
      layerOf(base.id, base.blastRadius) === 'fast'
        ? `trust in its sampled score is ${this.trust.of(base.id)}`
        : `its blast radius is ${base.blastRadius}`
    const figures =
      oracleGain === undefined
        ? `the held-out rate went from ${meanReward(baseRows)} to ${meanReward(nextRows)}`
        : `the oracle sees a gain of ${oracleGain}`
    return `Artifact ${shown(base.id)} needs a strict gain, because ${why}; ${figures}.`
  }
}

function fullGain(candidate: MeasuredCandidate): number | undefined {
  if (isCut(candidate)) return undefined
  return meanReward(candidate.nextRows) - meanReward(candidate.baseRows)
}
