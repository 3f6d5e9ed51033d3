import { LimitError, messageOf } from '../model/errors.ts'
import type { StopReason } from '../model/report.ts'
import { mapBounded } from '../runtime/task-group.ts'
import { healthAfter } from '../worker/health.ts'
import type { Assignment } from '../worker/assignment.ts'
import { step, type StepResult, stepCalls } from '../worker/step.ts'
import type { Engine } from './scheduler.ts'
import { stopReasonOf } from './stop-rules.ts'

/** What the steps of one round came to. */
export interface Taken {
  /** Rollouts that came to an answer or failed. */
  readonly started: number
  readonly scored: number
  /** The limit that kept the rest from starting. */
  readonly limit?: StopReason
  /** The first failure of the round. */
  readonly error?: unknown
}

/** A step that has come to an answer. */
interface Finished {
  /** Position of its assignment in the round. */
  readonly index: number
  readonly assignment: Assignment
  readonly result: StepResult
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

  /** Lets every worker start again without a pause. */
  forgive(): void {
    this.#failures.clear()
  }

  /**
   * What has come to an answer is kept, whatever ends the round: a limit reached meanwhile, an abort, or a broken contract,
   * which is thrown afterwards.
   */
  async take(assignments: readonly Assignment[], signal: AbortSignal): Promise<Taken> {
    const { started, limit } = this.#affordable(assignments)
    const finished: Finished[] = []
    let reached = limit
    try {
      await this.#run(started, finished, signal)
    } catch (error) {
      if (!(error instanceof LimitError)) throw error
      reached = stopReasonOf(error)
    } finally {
      this.#record(finished.toSorted((left, right) => left.index - right.index))
    }
    const failure = finished
      .toSorted((left, right) => left.index - right.index)
      .map(({ result }) => result)
      .find((result) => result.kind === 'failed')
    return {
      started: finished.length,
      scored: finished.filter(({ result }) => result.kind === 'scored').length,
      ...(reached === undefined ? {} : { limit: reached }),
      ...(failure === undefined ? {} : { error: failure.error }),
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
  async #run(assignments: readonly Assignment[], finished: Finished[], signal: AbortSignal): Promise<void> {
    const work = async (assignment: Assignment, index: number): Promise<void> => {
      const result = await this.#step(assignment, signal)
      finished.push({ index, assignment, result })
    }
    const ahead = this.#anySuccess ? 0 : 1
    await mapBounded(assignments.slice(0, ahead), 1, work)
    await mapBounded(assignments.slice(ahead), this.#concurrency, (assignment, index) =>
      work(assignment, ahead + index),
    )
  }

  async #step(assignment: Assignment, signal: AbortSignal): Promise<StepResult> {
    const { budget, worker } = this.#engine
    await this.#backOff(assignment, signal)
    const reservation = budget.reserve({ rollouts: 1, calls: stepCalls(worker), name: assignment.lease })
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

  /** Takes in the evidence first: a sampler that breaks must not cost a card. */
  #record(finished: readonly Finished[]): void {
    const { aggregator, taskSampling } = this.#engine
    for (const { assignment, result } of finished) {
      if (result.kind === 'failed') this.#countFailure(assignment, result.error)
      else this.#failures.delete(assignment.worker)
      if (result.kind === 'scored' && result.card !== undefined) aggregator.ingest(result.card)
    }
    for (const { assignment, result } of finished)
      if (result.kind === 'scored') taskSampling.record(assignment.task.id, result.reward)
  }

  #countFailure({ worker }: Assignment, error: unknown): void {
    const { clock, observe } = this.#engine
    const count = (this.#failures.get(worker)?.count ?? 0) + 1
    this.#failures.set(worker, { count, atMs: clock.now() })
    if (!this.#health(count).warn) return
    const message = `Worker ${worker} failed ${count} times in a row: ${messageOf(error)}`
    observe({ type: 'warning', code: 'worker-failing', message })
  }

  #health(consecutive: number): ReturnType<typeof healthAfter> {
    const { maxWorkerErrors: maxErrors } = this.#engine
    return healthAfter({ maxErrors, anySuccess: this.#anySuccess, consecutive })
  }
}
