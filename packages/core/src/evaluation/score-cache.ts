/** What a cached evaluation holds. */
export interface CachedScore {
  readonly reward: number
  readonly metrics: Readonly<Record<string, number>>
}

/** Names one evaluation: the digest of the rendering, the task, the trial and the evaluator. */
export interface ScoreKey {
  readonly content: string
  readonly task: string
  readonly trial: number
  readonly evaluator: string
}

/** Remembers evaluations. Single flight: concurrent callers of one key share one computation; failures are shared and not kept. */
export interface ScoreCache {
  /** `hit` says that nothing was computed for this caller. */
  getOrMeasure(
    key: ScoreKey,
    measure: () => Promise<CachedScore>,
  ): Promise<{ readonly score: CachedScore; readonly hit: boolean }>
  /** Says whether the key is stored or under way, without computing anything. */
  has(key: ScoreKey): Promise<boolean>
}
