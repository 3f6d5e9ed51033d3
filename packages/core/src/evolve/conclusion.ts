import type { Chronicle } from '../journal/chronicle.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Aggregator } from '../merge/aggregator.ts'
import { AgentDescentError, isTransient, LedgerError, messageOf } from '../model/errors.ts'
import type { RunEvent } from '../model/event.ts'
import type { Ending, Engine } from '../schedulers/scheduler.ts'
import { isRaised } from './raised-limits.ts'

export interface ConclusionParts {
  readonly ledger: Ledger
  readonly aggregator: Aggregator
  readonly signal: AbortSignal
  readonly chronicle: Chronicle | undefined
  observe(event: RunEvent): void
}

/** Returns how a run's rounds are ended; asking again about an ending changes nothing. */
export function conclusion(parts: ConclusionParts): Engine['conclude'] {
  let concluded: Ending | undefined
  return async (ending, rounds) => {
    if (ending === concluded) return false
    concluded = ending
    const { chronicle, signal } = parts
    if (signal.aborted || ending.stopReason === 'aborted') return false
    if (ending.error === undefined) await close(parts)
    // An abort that came meanwhile leaves the run to whoever resumes it.
    if (chronicle === undefined || signal.aborted) return false
    const before = chronicle.limits
    const error = ending.error === undefined ? undefined : messageOf(ending.error)
    const isTakenUp = await chronicle.end(ending.stopReason, rounds, error)
    return isTakenUp && isRaised(ending.stopReason, rounds, [before, chronicle.limits])
  }
}

/** A clean end merges what still waits and publishes to `stable`; a failed run leaves `stable` alone. */
async function close({ aggregator, observe }: ConclusionParts): Promise<void> {
  try {
    await aggregator.flush()
  } catch (error) {
    if (!isTransient(error) && !isLimit(error)) throw error
    const message = `${aggregator.pending} cards were not merged: ${messageOf(error)}`
    observe({ type: 'warning', code: 'cards-pending', message })
  }
  try {
    await aggregator.finalize()
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    const message = `The head was not published to stable: ${messageOf(error)}`
    observe({ type: 'warning', code: 'not-promoted', message })
  }
}

function isLimit(error: unknown): boolean {
  return error instanceof AgentDescentError && error.kind === 'limit'
}
