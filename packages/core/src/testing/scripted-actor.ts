import type { Actor } from '../execution/actor.ts'
import type { Tokens } from '../model/measurement.ts'
import type { Attempt, RolloutSpec } from '../model/rollout.ts'

/** Returns the reward of one call, now or later, or throws; `call` counts the calls of the same cell from 0. */
export type Script = (spec: RolloutSpec, call: number, signal: AbortSignal) => number | Promise<number>

/** An actor that plays a script, proposes nothing, and remembers what it was asked. */
export class ScriptedActor implements Actor {
  readonly evaluator: string
  /** Every call, in the order in which they started. */
  readonly specs: RolloutSpec[] = []
  readonly #script: Script
  readonly #tokens: Tokens | undefined
  #active = 0
  #peak = 0

  constructor(
    script: Script,
    { evaluator = 'scripted', tokens }: { evaluator?: string; tokens?: Tokens } = {},
  ) {
    this.evaluator = evaluator
    this.#script = script
    this.#tokens = tokens
  }

  /** Calls under way. */
  get active(): number {
    return this.#active
  }

  /** Most calls that were ever under way at once. */
  get peak(): number {
    return this.#peak
  }

  async attempt(spec: RolloutSpec, signal: AbortSignal): Promise<Attempt> {
    const call = this.specs.filter(({ lease }) => lease === spec.lease).length
    this.specs.push(spec)
    this.#active += 1
    this.#peak = Math.max(this.#peak, this.#active)
    try {
      const reward = await this.#script(spec, call, signal)
      const tokens = this.#tokens === undefined ? {} : { tokens: this.#tokens }
      return { reward, metrics: {}, output: reward, propose: async () => undefined, ...tokens }
    } finally {
      this.#active -= 1
    }
  }
}
