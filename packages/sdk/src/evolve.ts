import { setMaxListeners } from 'node:events'
import process from 'node:process'
import {
  createMergeOffload,
  evolve as coreEvolve,
  type EvolutionResult,
  MemoryStore,
} from '@agentdescent/core'
import type { Clock, EvolveOptions as CoreOptions, LedgerStore, RunEvent, Task } from '@agentdescent/core'
import { type GitLedgerStore, openGitStore } from './stores/git-store/git-store.ts'
import { systemClock } from './system-clock.ts'

/** The engine's options with what this host supplies. */
export interface EvolveOptions<T extends Task = Task, Output = string>
  extends Omit<CoreOptions<T, Output>, 'ledger' | 'clock' | 'journals'> {
  /** A store, or the folder of a git ledger, made when absent and continued when it holds one. Default: memory, gone with the process. */
  readonly ledger?: LedgerStore | GitLedgerStore | string
  /** Keep a journal in a git ledger, so that the run is resumed when it is started again; default true. */
  readonly journal?: boolean
  /** Default: the host's clock. One of your own also dates the commits of a folder: there, its time counts from 1970. */
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
  const { ledger, journal = true, clock = systemClock, onEvent = warnOnStderr, ...given } = options
  const own = options.merge?.offload === undefined ? createMergeOffload() : undefined
  const dated = options.clock === undefined ? {} : { now: () => clock.now() }
  const opened = typeof ledger === 'string' ? await openGitStore(ledger, dated) : undefined
  const store = opened ?? (typeof ledger === 'object' ? ledger : new MemoryStore())
  try {
    return await coreEvolve({
      ...given,
      clock,
      onEvent,
      ledger: store,
      ...(journal && isGitStore(store) ? { journals: store.journals } : {}),
      signal: widened(options.signal),
      merge: { ...options.merge, ...(own && { offload: own }) },
    })
  } finally {
    await opened?.close()
    await own?.close()
  }
}

function isGitStore(store: LedgerStore | GitLedgerStore): store is GitLedgerStore {
  return 'journals' in store
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
