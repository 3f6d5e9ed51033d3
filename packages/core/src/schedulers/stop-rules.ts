import type { LimitError } from '../model/errors.ts'
import type { StopReason } from '../model/report.ts'

/** A reward counts as better only by more than this. */
const IMPROVEMENT = 1e-9

export interface EarlyStopOptions {
  /** Stop at a held-out reward of at least this. */
  readonly targetReward?: number
  /** Stop after this many measurements in a row without a better one. */
  readonly patience?: number
}

/** Watches the held-out reward. The target is asked before patience, in the same measurement. */
export class EarlyStop {
  readonly #options: () => EarlyStopOptions
  #best = -Infinity
  #since = 0

  constructor(options: () => EarlyStopOptions) {
    this.#options = options
  }

  /** Learns one measurement of the head; returns why the run should stop, if it should. */
  observe(reward: number): StopReason | undefined {
    const { targetReward, patience } = this.#options()
    const better = reward > this.#best + IMPROVEMENT
    this.#since = better ? 0 : this.#since + 1
    if (better) this.#best = reward
    if (targetReward !== undefined && reward >= targetReward) return 'target-reward'
    return patience !== undefined && this.#since >= patience ? 'patience' : undefined
  }
}

/** Returns the stop reason of a run that a limit ended. */
export function stopReasonOf({ code }: LimitError): StopReason {
  const reasons: readonly StopReason[] = ['max-rollouts', 'max-calls', 'max-tokens', 'max-seconds']
  return reasons.find((reason) => reason === code) ?? 'error'
}
