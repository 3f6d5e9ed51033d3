import { leaseId, workerId } from '../../model/ids.ts'
import type { Scheduler } from '../../schedulers/scheduler.ts'
import { synchronous } from '../../schedulers/synchronous.ts'
import { step } from '../../worker/step.ts'

/** Lets one worker run on beside the rounds: nobody owns it, and no limit binds it. */
export function leavesAWorkerBehind(rounds: number): Scheduler {
  const inner = synchronous({ rounds })
  return {
    ...inner,
    async *run(engine, signal) {
      const { artifact, ledger, tasks, worker } = engine
      const [task] = tasks
      const head = await ledger.get(artifact)
      const inside = inner.run(engine, signal)
      for (;;) {
        const next = await inside.next()
        if (next.done === true) return next.value
        const stray = { worker: workerId(9), lease: leaseId(`${engine.run}-stray`), artifact: head }
        if (task !== undefined) void step({ ...stray, task }, worker, signal).catch(() => undefined)
        yield next.value
      }
    },
  }
}

/** Does not hear the abort, and calls a failed run complete. */
export function ignoresTheAbort(rounds: number): Scheduler {
  const inner = synchronous({ rounds })
  return {
    ...inner,
    async *run(engine) {
      const never = new AbortController().signal
      const ending = yield* inner.run(engine, never)
      return ending.stopReason === 'error' ? { stopReason: 'rounds' } : ending
    },
  }
}
