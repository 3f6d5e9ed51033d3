import { SingleFlight } from '../runtime/single-flight.ts'
import { type CachedScore, type ScoreCache, type ScoreKey, scoreKeyText } from './score-cache.ts'

export interface MemoryScoreCacheOptions {
  /** Scores kept; the one unused for longest makes room. Default 100,000, minimum 1. */
  readonly maxEntries?: number
}

/** Keeps scores in this process. */
export class MemoryScoreCache implements ScoreCache {
  readonly #maxEntries: number
  /** In order of last use, oldest first. */
  readonly #scores = new Map<string, CachedScore>()
  readonly #flight = new SingleFlight<CachedScore>()

  constructor({ maxEntries = 100_000 }: MemoryScoreCacheOptions = {}) {
    this.#maxEntries = Math.max(1, maxEntries)
  }

  async getOrMeasure(
    key: ScoreKey,
    measure: () => Promise<CachedScore>,
  ): Promise<{ readonly score: CachedScore; readonly hit: boolean }> {
    const text = scoreKeyText(key)
    const stored = this.#scores.get(text)
    if (stored !== undefined) {
      this.#keep(text, stored)
      return { score: stored, hit: true }
    }
    const hit = this.#flight.has(text)
    const score = await this.#flight.run(text, async () => {
      const measured = frozen(await measure())
      this.#keep(text, measured)
      return measured
    })
    return { score, hit }
  }

  async has(key: ScoreKey): Promise<boolean> {
    const text = scoreKeyText(key)
    return this.#scores.has(text) || this.#flight.has(text)
  }

  get size(): number {
    return this.#scores.size
  }

  #keep(text: string, score: CachedScore): void {
    this.#scores.delete(text)
    this.#scores.set(text, score)
    if (this.#scores.size <= this.#maxEntries) return
    const [oldest] = this.#scores.keys()
    if (oldest !== undefined) this.#scores.delete(oldest)
  }
}

/** Returns a copy that whoever reads it cannot change, and that the caller's later changes do not reach. */
function frozen({ reward, metrics }: CachedScore): CachedScore {
  return Object.freeze({ reward, metrics: Object.freeze({ ...metrics }) })
}
