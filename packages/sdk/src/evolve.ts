import process from 'node:process'
import { evolve as coreEvolve, type EvolutionResult, MemoryStore } from '@agentdescent/core'
import type { Clock, EvolveOptions as CoreOptions, LedgerStore, RunEvent, Task } from '@agentdescent/core'
import { systemClock } from './system-clock.ts'

/** The engine's options with what this host supplies. */
export interface EvolveOptions<T extends Task = Task, Output = string>
  extends Omit<CoreOptions<T, Output>, 'ledger' | 'clock'> {
  /** Default: in memory, gone with the process. */
  readonly ledger?: LedgerStore
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
  const { ledger = new MemoryStore(), clock = systemClock, onEvent = warnOnStderr, ...rest } = options
  return coreEvolve({ ...rest, clock, onEvent, ledger })
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
