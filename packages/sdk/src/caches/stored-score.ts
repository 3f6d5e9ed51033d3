import { type CachedScore, type ScoreKey, scoreKeyText } from '@agentdescent/core'

/** What a cache file turned out to hold. */
export type StoredScore =
  | { readonly kind: 'score'; readonly score: CachedScore }
  | { readonly kind: 'corrupt'; readonly problem: string }

/** Returns the text of a cache file; undefined for a score that JSON cannot hold. */
export function encodeScore(key: ScoreKey, { reward, metrics }: CachedScore): string | undefined {
  if (![reward, ...Object.values(metrics)].every(Number.isFinite)) return undefined
  return `${JSON.stringify({ key: scoreKeyText(key), reward, metrics })}\n`
}

/** Reads the text of a cache file; the key in it must be the one that was asked for. */
export function decodeScore(key: ScoreKey, text: string): StoredScore {
  const stored = parsed(text)
  if (!isRecord(stored)) return corrupt('it holds no JSON object')
  if (stored['key'] !== scoreKeyText(key)) return corrupt('it holds the score of another evaluation')
  const { reward, metrics } = stored
  if (!isReward(reward)) return corrupt('its reward is no number in [0, 1]')
  if (!isMetrics(metrics)) return corrupt('its metrics are no numbers by name')
  return { kind: 'score', score: { reward, metrics } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function corrupt(problem: string): StoredScore {
  return { kind: 'corrupt', problem }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isReward(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function isMetrics(value: unknown): value is Readonly<Record<string, number>> {
  return isRecord(value) && Object.values(value).every(Number.isFinite)
}
