import type { ArtifactState } from '../model/artifact.ts'
import { PolicyError, shown } from '../model/errors.ts'

/** A score in [0, 1] that is independent of the run's own, and costs more. */
export type Oracle = (state: ArtifactState) => Promise<number>

/** An oracle that answers a limited number of times. A spent one says so: nothing cheaper may stand in for it. */
export class BudgetedOracle {
  readonly #score: Oracle
  readonly #calls: number
  #used = 0

  constructor(score: Oracle, calls: number) {
    this.#score = score
    this.#calls = calls
  }

  get used(): number {
    return this.#used
  }

  get left(): number {
    return this.#calls - this.#used
  }

  /**
   * Returns the oracle's score; undefined once the calls are used up.
   * @throws PolicyError `bad-oracle-score` for anything but a number in [0, 1].
   */
  async consult(state: ArtifactState): Promise<number | undefined> {
    if (this.left <= 0) return undefined
    this.#used += 1
    return checkedScore(await this.#score(state))
  }
}

function checkedScore(score: unknown): number {
  if (typeof score === 'number' && score >= 0 && score <= 1) return score
  throw new PolicyError({
    code: 'bad-oracle-score',
    argument: 'evaluation.oracle',
    value: shown(score),
    message: `The oracle returned ${shown(score)}; it must return a number in [0, 1].`,
  })
}
