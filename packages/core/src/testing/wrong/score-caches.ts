import { MemoryScoreCache } from '../../evaluation/memory-score-cache.ts'
import {
  type CachedScore,
  type ScoreCache,
  type ScoreKey,
  scoreKeyText,
} from '../../evaluation/score-cache.ts'

type Answer = Awaited<ReturnType<ScoreCache['getOrMeasure']>>

/** A cache that stores, but lets concurrent callers of one key measure side by side. */
export class CrowdedCache implements ScoreCache {
  readonly #scores = new Map<string, CachedScore>()

  async getOrMeasure(key: ScoreKey, measure: () => Promise<CachedScore>): Promise<Answer> {
    const stored = this.#scores.get(scoreKeyText(key))
    if (stored !== undefined) return { score: stored, hit: true }
    const score = await measure()
    this.#scores.set(scoreKeyText(key), score)
    return { score, hit: false }
  }

  async has(key: ScoreKey): Promise<boolean> {
    return this.#scores.has(scoreKeyText(key))
  }
}

/** A cache that keeps the promise of a measurement, and with it a failure for ever. */
export class GrudgingCache implements ScoreCache {
  readonly #answers = new Map<string, Promise<CachedScore>>()

  async getOrMeasure(key: ScoreKey, measure: () => Promise<CachedScore>): Promise<Answer> {
    const text = scoreKeyText(key)
    const known = this.#answers.get(text)
    const answer = known ?? measure()
    this.#answers.set(text, answer)
    return { score: await answer, hit: known !== undefined }
  }

  async has(key: ScoreKey): Promise<boolean> {
    return this.#answers.has(scoreKeyText(key))
  }
}

/** A cache that answers every trial with the first one, so that a noisy scorer looks exact. */
export class TrialBlindCache extends MemoryScoreCache {
  override getOrMeasure(key: ScoreKey, measure: () => Promise<CachedScore>): Promise<Answer> {
    return super.getOrMeasure({ ...key, trial: 0 }, measure)
  }

  override has(key: ScoreKey): Promise<boolean> {
    return super.has({ ...key, trial: 0 })
  }
}

/** A cache whose keys run together. */
export class BlurredCache extends MemoryScoreCache {
  override getOrMeasure(key: ScoreKey, measure: () => Promise<CachedScore>): Promise<Answer> {
    return super.getOrMeasure({ ...key, content: key.content + key.task, task: '' }, measure)
  }
}

/** A cache that hands out what it keeps, for every reader to change. */
export class SharedObjectCache implements ScoreCache {
  readonly #scores = new Map<string, CachedScore>()

  async getOrMeasure(key: ScoreKey, measure: () => Promise<CachedScore>): Promise<Answer> {
    const text = scoreKeyText(key)
    const known = this.#scores.get(text)
    const score = known ?? (await measure())
    this.#scores.set(text, score)
    return { score, hit: known !== undefined }
  }

  async has(key: ScoreKey): Promise<boolean> {
    return this.#scores.has(scoreKeyText(key))
  }
}
