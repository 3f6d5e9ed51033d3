import { messageOf } from '../model/errors.ts'
import type { StopReason } from '../model/report.ts'
import { mapBounded } from '../runtime/task-group.ts'
import { healthAfter } from '../worker/health.ts'
import type { Assignment, StepResult } from '../worker/step.ts'
import { step, stepCalls } from '../worker/step.ts'
import type { Engine } from './scheduler.ts'

/** What the steps of one round came to. */
export interface Taken {
  readonly started: number
  readonly scored: number
  /** The limit that kept the rest from starting. */
  readonly limit?: StopReason
  /** The first failure of the round. */
  readonly error?: unknown
}

/** Takes the steps of each round: as many as the limits allow, side by side, and their cards in the order of the workers. */
export class RollingSteps {
  readonly #engine: Engine
  readonly #concurrency: number
  readonly #failures = new Map<string, { readonly count: number; readonly atMs: number }>()
  #anySuccess = false

  constructor(engine: Engine, concurrency: number) {
    this.#engine = engine
    this.#concurrency = concurrency
  }

  get anySuccess(): boolean {
    return this.#anySuccess
  }

  async take(assignments: readonly Assignment[], signal: AbortSignal): Promise<Taken> {
    const { started, limit } = this.#affordable(assignments)
    const results = await this.#run(started, signal)
    const scored = results.filter(({ kind }) => kind === 'scored').length
    for (const [index, result] of results.entries()) this.#record(started[index], result)
    const failure = results.find((result) => result.kind === 'failed')
    return {
      started: started.length,
      scored,
      ...(limit === undefined ? {} : { limit }),
      ...(failure?.kind === 'failed' ? { error: failure.error } : {}),
    }
  }

  /** A round leaves room to measure what it proposes: a rollout whose card could not be judged is not started. */
  #affordable(assignments: readonly Assignment[]): {
    readonly started: readonly Assignment[]
    readonly limit?: StopReason
  } {
    const { budget, measurementCalls, worker } = this.#engine
    const gateCalls = measurementCalls * (this.#anySuccess ? 1 : 2)
    for (let count = assignments.length; count > 0; count--) {
      const calls = count * stepCalls(worker) + gateCalls
      if (budget.obstacle({ rollouts: count, calls }) !== undefined) continue
      const left = assignments.length - count
      const limit =
        left === 0 ? undefined : budget.obstacle({ rollouts: count + 1, calls: calls + stepCalls(worker) })
      return { started: assignments.slice(0, count), ...(limit === undefined ? {} : { limit }) }
    }
    const limit = budget.obstacle({ rollouts: 1, calls: stepCalls(worker) + gateCalls })
    return { started: [], ...(limit === undefined ? {} : { limit }) }
  }

  /** Until something has succeeded, one rollout goes ahead alone: a broken reward then costs one call, not one per worker. */
  async #run(assignments: readonly Assignment[], signal: AbortSignal): Promise<readonly StepResult[]> {
    const work = (assignment: Assignment): Promise<StepResult> => this.#step(assignment, signal)
    const ahead = this.#anySuccess ? 0 : 1
    const first = await mapBounded(assignments.slice(0, ahead), 1, work)
    const rest = await mapBounded(assignments.slice(ahead), this.#concurrency, work)
    return [...first, ...rest]
  }

  async #step(assignment: Assignment, signal: AbortSignal): Promise<StepResult> {
    const { budget, worker } = this.#engine
    await this.#backOff(assignment, signal)
    const reservation = budget.reserve({ rollouts: 1, calls: stepCalls(worker) })
    let calls = stepCalls(worker)
    try {
      const result = await step(assignment, worker, signal)
      calls = result.calls
      if (result.kind === 'scored') this.#anySuccess = true
      return result
    } finally {
      reservation.release({ rollouts: 1, calls })
    }
  }

  async #backOff({ worker }: Assignment, signal: AbortSignal): Promise<void> {
    const failed = this.#failures.get(worker)
    if (failed === undefined) return
    const { clock } = this.#engine
    const pauseMs = this.#health(failed.count).backoffSeconds * 1000
    const leftMs = failed.atMs + pauseMs - clock.now()
    if (leftMs > 0) await clock.sleep(leftMs, signal)
  }

  #record(assignment: Assignment | undefined, result: StepResult): void {
    if (assignment === undefined) return
    const { worker, task } = assignment
    const { aggregator, clock, observe, taskSampling } = this.#engine
    if (result.kind === 'scored') {
      this.#failures.delete(worker)
      taskSampling.record(task.id, result.reward)
      if (result.card !== undefined) aggregator.ingest(result.card)
      return
    }
    const count = (this.#failures.get(worker)?.count ?? 0) + 1
    this.#failures.set(worker, { count, atMs: clock.now() })
    if (this.#health(count).warn) {
      const message = `Worker ${worker} failed ${count} times in a row: ${messageOf(result.error)}`
      observe({ type: 'warning', code: 'worker-failing', message })
    }
  }

  #health(consecutive: number): ReturnType<typeof healthAfter> {
    const { maxWorkerErrors: maxErrors } = this.#engine
    return healthAfter({ maxErrors, anySuccess: this.#anySuccess, consecutive })
  }
}
