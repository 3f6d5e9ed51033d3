import type { Actor } from '../execution/actor.ts'
import { isTransient } from '../model/errors.ts'
import { leaseId, type StateDigest } from '../model/ids.ts'
import type { Measurement } from '../model/measurement.ts'
import type { Attempt } from '../model/rollout.ts'
import type { Task } from '../model/task.ts'
import type { Clock } from '../runtime/clock.ts'
import { contentDigest } from '../runtime/digest.ts'
import type { Meter } from '../runtime/meter.ts'
import { Semaphore } from '../runtime/semaphore.ts'
import { stableId } from '../runtime/stable-hash.ts'
import { mapBounded } from '../runtime/task-group.ts'
import { countDisagreements } from './disagreements.ts'
import type { ScoreCache, ScoreKey } from './score-cache.ts'
import { taskFingerprint } from './task-fingerprint.ts'

export interface HeldOutScorerOptions {
  readonly actor: Actor
  readonly cache: ScoreCache
  readonly clock: Clock
  readonly meter: Meter
  /** Ends every evaluation under way. */
  readonly signal: AbortSignal
  /** Calls of the actor under way at once, over all jobs. Default 8. */
  readonly concurrency?: number
  /** Called with the number of calls about to start, before any of them does; throws to refuse them all. */
  readonly admit?: (calls: number) => void
}

/** What an evaluation is for; decides under which counter its calls are kept. */
export type Purpose = 'gate' | 'rank' | 'replay' | 'selfVerify'

/** One cell of the evidence matrix still to be filled. */
export interface Cell {
  readonly task: Task
  /** Counted from 0. */
  readonly trial: number
}

/** Cells of one candidate. */
export interface ScoreJob {
  readonly candidate: StateDigest
  readonly rendered: string
  readonly cells: readonly Cell[]
  readonly purpose: Purpose
}

/** Fills cells of the evidence matrix. */
export interface CellScorer {
  readonly meter: Meter
  /** Calls under way at once. */
  readonly concurrency: number
  /** Returns one row per cell, in order. */
  score(job: ScoreJob): Promise<readonly Measurement[]>
}

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 200

/** The one door through which an artifact is scored: cached, bounded in concurrency, retried, metered. */
export class HeldOutScorer implements CellScorer {
  readonly concurrency: number
  readonly meter: Meter
  readonly #options: HeldOutScorerOptions
  readonly #slots: Semaphore

  constructor(options: HeldOutScorerOptions) {
    this.#options = options
    this.meter = options.meter
    this.concurrency = options.concurrency ?? 8
    this.#slots = new Semaphore(this.concurrency)
  }

  /**
   * Returns one row per cell, in order. After a failure nothing further starts; the first failure is thrown once all calls under
   * way have ended.
   */
  async score(job: ScoreJob): Promise<readonly Measurement[]> {
    const content = contentDigest(job.rendered)
    const { admit, cache } = this.#options
    const evaluations = job.cells.map((cell) => this.#evaluation(job, cell, content))
    const stored = await Promise.all(evaluations.map(({ key }) => cache.has(key)))
    const missing = stored.filter((held) => !held).length
    if (missing > 0) admit?.(missing)
    const scored = await mapBounded(evaluations, this.concurrency, (evaluation, index) =>
      this.#row(evaluation, stored[index] === false),
    )
    this.meter.add('disagreements', countDisagreements(scored))
    return scored.map(({ row }) => row)
  }

  #evaluation(job: ScoreJob, { task, trial }: Cell, content: string): Evaluation {
    const { evaluator } = this.#options.actor
    return { job, task, trial, key: { content, task: taskFingerprint(task), trial, evaluator } }
  }

  /** A cell that was stored when the job began, and is not any more, is admitted by itself. */
  async #row(evaluation: Evaluation, admitted: boolean): Promise<ScoredRow> {
    const { job, task, trial, key } = evaluation
    const { cache, admit } = this.#options
    let fresh: TimedAttempt | undefined
    const { score, hit } = await cache.getOrMeasure(key, async () => {
      if (!admitted) admit?.(1)
      fresh = await this.#measure(evaluation)
      return { reward: fresh.attempt.reward, metrics: fresh.attempt.metrics }
    })
    this.meter.add(hit ? 'cacheHits' : 'cacheMisses')
    const { candidate } = job
    const { reward, metrics } = score
    const cost = { ms: fresh?.ms ?? 0, ...(fresh?.attempt.tokens && { tokens: fresh.attempt.tokens }) }
    const { evaluator } = key
    return { hit, row: { candidate, task: task.id, trial, reward, metrics, evaluator, ...cost } }
  }

  /** Errors of the caller's own code are never tried again: they would come back. */
  async #measure(evaluation: Evaluation): Promise<TimedAttempt> {
    const { signal, clock, admit } = this.#options
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#slots.run(() => this.#attempt(evaluation))
      } catch (error) {
        const isFinal = attempt === ATTEMPTS || signal.aborted || !isTransient(error)
        if (isFinal) throw error
      }
      await clock.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal)
      admit?.(1)
      this.meter.add('retries')
    }
  }

  async #attempt({ job, task, trial, key }: Evaluation): Promise<TimedAttempt> {
    const { actor, signal, clock } = this.#options
    signal.throwIfAborted()
    const lease = leaseId(stableId(['evaluation', key.content, key.task, String(trial), key.evaluator]))
    this.meter.add(`${job.purpose}Calls`)
    const start = clock.now()
    try {
      const attempt = await actor.attempt({ lease, rendered: job.rendered, task, trial }, signal)
      return { attempt, ms: clock.now() - start }
    } catch (error) {
      this.meter.add('failures')
      throw error
    } finally {
      this.meter.add('actorMs', clock.now() - start)
    }
  }
}

interface Evaluation extends Cell {
  readonly job: ScoreJob
  readonly key: ScoreKey
}

interface TimedAttempt {
  readonly attempt: Attempt
  readonly ms: number
}

/** A row, and whether it was answered without a call. */
interface ScoredRow {
  readonly hit: boolean
  readonly row: Measurement
}
