import { leaseId, type StateDigest } from '../model/ids.ts'
import type { Measurement } from '../model/measurement.ts'
import type { Task } from '../model/task.ts'
import { contentDigest } from '../runtime/digest.ts'
import type { Meter } from '../runtime/meter.ts'
import { recently } from '../runtime/recently.ts'
import { stableId } from '../runtime/stable-hash.ts'
import { mapBounded } from '../runtime/task-group.ts'
import { countDisagreements } from './disagreements.ts'
import {
  type AttemptOptions,
  RetriedAttempts,
  type TimedAttempt,
  WithdrawnError,
} from './retried-attempts.ts'
import { type ScoreCache, type ScoreKey, scoreKeyText } from './score-cache.ts'
import { taskFingerprint } from './task-fingerprint.ts'

export interface HeldOutScorerOptions extends AttemptOptions {
  readonly cache: ScoreCache
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

/** A round asks for the head and a few candidates, again and again. */
const RECENT_TEXTS = 16

/** The one door through which an artifact is scored: cached, bounded in concurrency, retried, metered. */
export class HeldOutScorer implements CellScorer {
  readonly meter: Meter
  readonly #cache: ScoreCache
  readonly #evaluator: string
  readonly #signal: AbortSignal
  readonly #attempts: RetriedAttempts
  readonly #contentOf = recently(RECENT_TEXTS, (rendered: string) => contentDigest(rendered))
  /** Cells whose calls the budget has admitted and that are not done: no second job asks for them again. */
  readonly #admitted = new Set<string>()

  constructor({ cache, ...options }: HeldOutScorerOptions) {
    this.meter = options.meter
    this.#cache = cache
    this.#evaluator = options.actor.evaluator
    this.#signal = options.signal
    this.#attempts = new RetriedAttempts(options)
  }

  get concurrency(): number {
    return this.#attempts.concurrency
  }

  /**
   * Returns one row per cell, in order. Nothing starts unless the budget admits every call that the job needs.
   * After a failure nothing further starts; the first failure is thrown once all calls under way have ended.
   */
  async score(job: ScoreJob): Promise<readonly Measurement[]> {
    const content = this.#contentOf(job.rendered)
    const evaluations = job.cells.map((cell) => this.#evaluation(job, cell, content))
    const stored = await Promise.all(evaluations.map(({ key }) => this.#cache.has(key)))
    const missing = evaluations
      .filter((_, index) => stored[index] === false)
      .map(({ key }) => scoreKeyText(key))
    const own = new Set(missing.filter((key) => !this.#admitted.has(key)))
    try {
      if (own.size > 0) this.#attempts.admit(own.size)
      for (const key of own) this.#admitted.add(key)
      const scored = await mapBounded(evaluations, this.concurrency, (evaluation) =>
        this.#row(evaluation, own.has(scoreKeyText(evaluation.key))),
      )
      this.meter.add('disagreements', countDisagreements(scored))
      return scored.map(({ row }) => row)
    } catch (error) {
      throw error instanceof WithdrawnError ? error.cause : error
    } finally {
      for (const key of own) this.#admitted.delete(key)
    }
  }

  #evaluation(job: ScoreJob, { task, trial }: Cell, content: string): Evaluation {
    return {
      job,
      task,
      trial,
      key: { content, task: taskFingerprint(task), trial, evaluator: this.#evaluator },
    }
  }

  /** Where the call that this one joined was withdrawn by another caller, the cell is tried again. */
  async #row(evaluation: Evaluation, isAdmitted: boolean): Promise<ScoredRow> {
    for (;;) {
      let fresh: Promise<TimedAttempt> | undefined
      try {
        const { score, hit } = await this.#cache.getOrMeasure(evaluation.key, async () => {
          fresh = this.#measure(evaluation, isAdmitted)
          const { reward, metrics } = (await fresh).attempt
          return { reward, metrics }
        })
        this.meter.add(hit ? 'cacheHits' : 'cacheMisses')
        return { hit, row: { ...rowOf(evaluation), ...score, ...costOf(await fresh) } }
      } catch (error) {
        const isMine = fresh !== undefined || this.#signal.aborted
        if (isMine || !(error instanceof WithdrawnError)) throw error
      }
    }
  }

  /** A cell that was stored or another job's when this one began, and is neither any more, is admitted by itself. */
  async #measure({ job, key, task, trial }: Evaluation, isAdmitted: boolean): Promise<TimedAttempt> {
    if (!isAdmitted) this.#attempts.admit(1)
    const lease = leaseId(stableId(['evaluation', key.content, key.task, String(trial), key.evaluator]))
    return this.#attempts.run({ lease, rendered: job.rendered, task, trial }, `${job.purpose}Calls`)
  }
}

interface Evaluation extends Cell {
  readonly job: ScoreJob
  readonly key: ScoreKey
}

/** A row, and whether it was answered without a call. */
interface ScoredRow {
  readonly hit: boolean
  readonly row: Measurement
}

function rowOf({ job, task, trial, key }: Evaluation): Omit<Measurement, 'reward' | 'metrics' | 'ms'> {
  return { candidate: job.candidate, task: task.id, trial, evaluator: key.evaluator }
}

function costOf(fresh: TimedAttempt | undefined): Pick<Measurement, 'ms' | 'tokens'> {
  if (fresh === undefined) return { ms: 0 }
  const { tokens } = fresh.attempt
  return { ms: fresh.ms, ...(tokens === undefined ? {} : { tokens }) }
}
