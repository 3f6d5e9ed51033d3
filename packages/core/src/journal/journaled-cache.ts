import { MemoryScoreCache } from '../evaluation/memory-score-cache.ts'
import { type CachedScore, type ScoreCache, type ScoreKey, scoreKeyText } from '../evaluation/score-cache.ts'
import { contentDigest } from '../runtime/digest.ts'
import type { Json } from '../runtime/json.ts'
import type { Chronicle } from './chronicle.ts'

/**
 * Returns the caller's cache as a run with a journal sees it. What was in it before the run asked is a hit whenever the run is
 * played again, and what the run measured is measured again, from its journal: otherwise the run would count other costs.
 */
export function journaledCache(cache: ScoreCache, chronicle: Chronicle): ScoreCache {
  const own = new MemoryScoreCache()

  const lookUp = async (key: ScoreKey): Promise<CachedScore | undefined> => {
    const name = contentDigest(scoreKeyText(key))
    const known = scoreOf(chronicle.hit(name))
    if (known !== undefined || !chronicle.isLive) return known
    if (!(await cache.has(key))) return undefined
    const found = await stored(cache, key)
    if (found !== undefined) chronicle.keepHit(name, { ...found, metrics: { ...found.metrics } })
    return found
  }

  return {
    async has(key) {
      return (await own.has(key)) || (await chronicle.busy(() => lookUp(key))) !== undefined
    },
    async getOrMeasure(key, measure) {
      let isOld = false
      const { score, hit } = await own.getOrMeasure(key, async () => {
        const known = await chronicle.busy(() => lookUp(key))
        isOld = known !== undefined
        if (known !== undefined) return known
        const measured = await measure()
        await cache.getOrMeasure(key, async () => measured)
        return measured
      })
      return { score, hit: hit || isOld }
    },
  }
}

const ABSENT = new Error('absent')

/** Returns what the cache holds; it may have lost the score since it was asked. */
async function stored(cache: ScoreCache, key: ScoreKey): Promise<CachedScore | undefined> {
  try {
    const { score } = await cache.getOrMeasure(key, () => Promise.reject(ABSENT))
    return score
  } catch (error) {
    if (error === ABSENT) return undefined
    throw error
  }
}

function scoreOf(json: Json | undefined): CachedScore | undefined {
  if (typeof json !== 'object' || json === null || !('reward' in json)) return undefined
  const { reward, metrics } = json
  if (typeof reward !== 'number' || typeof metrics !== 'object' || metrics === null) return undefined
  const numbers = Object.entries(metrics).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  )
  return { reward, metrics: Object.fromEntries(numbers) }
}
