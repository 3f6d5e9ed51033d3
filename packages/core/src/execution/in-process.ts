import { isTransient } from '../model/errors.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Actor } from './actor.ts'
import type { Executor } from './executor.ts'

/** Runs rollouts in this process, as plain asynchronous calls of the caller's functions. */
export function inProcess(actor: Actor, clock: Clock): Executor {
  return {
    name: 'in-process',
    async rollout(spec, signal) {
      const startMs = clock.now()
      const { lease } = spec
      try {
        const attempt = await actor.attempt(spec, signal)
        return { kind: 'ok', lease, ms: clock.now() - startMs, attempt }
      } catch (error) {
        const kind = isTransient(error) && !signal.aborted ? 'backend-failure' : 'fatal'
        return { kind, lease, ms: clock.now() - startMs, error }
      }
    },
  }
}
