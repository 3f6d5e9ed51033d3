/** What a cached evaluation holds. */
export interface CachedScore {
  readonly reward: number
  readonly metrics: Readonly<Record<string, number>>
}

/** Names one evaluation. */
export interface ScoreKey {
  /** Digest of the rendered text. */
  readonly content: string
  /** The task by content, not by id alone: caches outlive a run, and another run may use the id for another task. */
  readonly task: string
  /** Counted from 0, so that repeated evaluations are never answered with the first one. */
  readonly trial: number
  readonly evaluator: string
}

/** Remembers evaluations. Single flight: concurrent callers of one key share one computation; failures are shared and not kept. */
export interface ScoreCache {
  /** Answers with what is stored for good: no reader's change reaches another. `hit` says that nothing was computed for this caller. */
  getOrMeasure(
    key: ScoreKey,
    measure: () => Promise<CachedScore>,
  ): Promise<{ readonly score: CachedScore; readonly hit: boolean }>
  /** Says whether the key is stored or under way, without computing anything. */
  has(key: ScoreKey): Promise<boolean>
  /** Scores are there for later runs too, so a run on it has to know who answers and who scores. */
  readonly isLasting?: boolean
}

/** A key is asked for its text several times on its way through a cache. */
const texts = new WeakMap<ScoreKey, string>()

/** Returns the key as one text; different keys have different texts. */
export function scoreKeyText(key: ScoreKey): string {
  const known = texts.get(key)
  if (known !== undefined) return known
  const { content, task, trial, evaluator } = key
  const text = JSON.stringify([content, task, trial, evaluator])
  texts.set(key, text)
  return text
}
