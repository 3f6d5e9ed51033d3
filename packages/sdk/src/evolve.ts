import { setMaxListeners } from 'node:events'
import process from 'node:process'
import { evolve as coreEvolve, type EvolutionResult, MemoryStore } from '@agentdescent/core'
import type { Clock, EvolveOptions as CoreOptions, LedgerStore, RunEvent, Task } from '@agentdescent/core'
import { openGitStore } from './stores/git-store/git-store.ts'
import { systemClock } from './system-clock.ts'

/** The engine's options with what this host supplies. */
export interface EvolveOptions<T extends Task = Task, Output = string>
  extends Omit<CoreOptions<T, Output>, 'ledger' | 'clock'> {
  /** A store, or the folder of a git ledger, made when absent and continued when it holds one. Default: memory, gone with the process. */
  readonly ledger?: LedgerStore | string
  /** Default: the host's clock. */
  readonly clock?: Clock
}

/**
 * Evolves an artifact against tasks; see `evolve` of the core for what it returns and throws. Without `onEvent`, warnings and the
 * reason of a failed run go to stderr.
 *
 * @example
 * const result = await evolve({ tasks, reward: exact(), agent, strategy: singleSlot({ initial: 'Answer.' }), ledger: './ledger' })
 * console.log(result.initialReward, '->', result.finalReward, result.stopReason)
 */
export async function evolve<T extends Task, Output = string>(
  options: EvolveOptions<T, Output>,
): Promise<EvolutionResult> {
  const { ledger, clock = systemClock, onEvent = warnOnStderr, ...given } = options
  const rest = { ...given, signal: widened(options.signal) }
  if (typeof ledger !== 'string')
    return coreEvolve({ ...rest, clock, onEvent, ledger: ledger ?? new MemoryStore() })
  const store = await openGitStore(ledger)
  try {
    return await coreEvolve({ ...rest, clock, onEvent, ledger: store })
  } finally {
    await store.close()
  }
}

/** Every call under way listens to the run's signal; Node would warn of a leak from the eleventh on. */
function widened(signal: AbortSignal | undefined): AbortSignal {
  const own = AbortSignal.any(signal === undefined ? [] : [signal])
  setMaxListeners(0, own)
  return own
}

function warnOnStderr(event: RunEvent): void {
  if (event.type === 'warning')
    process.emitWarning(event.message, { type: 'AgentDescentWarning', code: event.code })
  if (event.type === 'run-end' && event.error !== undefined)
    process.emitWarning(`The run ended early: ${event.error}`, {
      type: 'AgentDescentWarning',
      code: 'run-failed',
    })
}
