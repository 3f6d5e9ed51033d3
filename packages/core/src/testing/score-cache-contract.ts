import type { CachedScore, ScoreCache, ScoreKey } from '../evaluation/score-cache.ts'
import type { Check } from './check.ts'
import { claimEqual, claimRefused } from './claims.ts'

/** An empty cache, and the place where it is checked. */
export interface ScoreCacheHost {
  readonly cache: ScoreCache
  /** Resolves after a real pause of some milliseconds. */
  pause(): Promise<void>
}

/** Returns every claim that a score cache must meet. */
export function scoreCacheContract(): readonly Check<ScoreCacheHost>[] {
  return claims.map(([name, claim]) => ({ name, run: (make) => claim(make()) }))
}

type Claim = readonly [name: string, claim: (host: ScoreCacheHost) => Promise<void>]

const KEY: ScoreKey = { content: 'c', task: 't', trial: 0, evaluator: 'e' }
const FAILURE = Object.assign(new Error('The measurement failed.'), { code: 'failed' })

const claims: readonly Claim[] = [
  [
    'measures once and answers every later caller from what is stored',
    async ({ cache }) => {
      const score = { reward: 0.1 + 0.2, metrics: { seconds: 1e-300, lines: 7 } }
      claimEqual(await cache.getOrMeasure(KEY, async () => score), { score, hit: false }, 'first')
      claimEqual(await cache.getOrMeasure(KEY, unexpected), { score, hit: true }, 'second')
      claimEqual(await cache.getOrMeasure({ ...KEY }, unexpected), { score, hit: true }, 'third')
    },
  ],
  [
    'keeps its own copy: neither the one who measured nor a reader changes what is stored',
    async ({ cache }) => {
      const given = { reward: 0.5, metrics: { words: 3 } }
      const { score } = await cache.getOrMeasure(KEY, async () => given)
      given.metrics.words = 98
      Reflect.set(score.metrics, 'words', 99)
      const kept = await cache.getOrMeasure(KEY, unexpected)
      claimEqual(kept.score, { reward: 0.5, metrics: { words: 3 } }, 'what is stored')
    },
  ],
  [
    '64 concurrent callers share one measurement',
    async ({ cache, pause }) => {
      const counted = countedMeasure(async () => {
        await pause()
        return scoreOf(0.5)
      })
      const answers = await Promise.all(many(() => cache.getOrMeasure(KEY, counted.measure)))
      claimEqual(counted.count(), 1, 'measurements')
      claimEqual(
        answers.map(({ score }) => score.reward),
        many(() => 0.5),
        'rewards',
      )
      claimEqual(answers.filter(({ hit }) => !hit).length, 1, 'callers for whom something was measured')
    },
  ],
  [
    'a failure reaches all 64 callers, and the next one measures again',
    async ({ cache, pause }) => {
      const counted = countedMeasure(async () => {
        await pause()
        throw FAILURE
      })
      const asked = many(() => cache.getOrMeasure(KEY, counted.measure))
      await Promise.all(asked.map((answer) => claimRefused(answer, 'failed', 'each caller')))
      claimEqual(counted.count(), 1, 'measurements')
      claimEqual(await cache.has(KEY), false, 'the failure is stored')
      const next = await cache.getOrMeasure(KEY, async () => scoreOf(1))
      claimEqual(next, { score: scoreOf(1), hit: false }, 'the next caller')
    },
  ],
  [
    'says what is stored or under way, and measures nothing for it',
    async ({ cache, pause }) => {
      claimEqual(await cache.has(KEY), false, 'before')
      const measuring = cache.getOrMeasure(KEY, async () => {
        await pause()
        return scoreOf(1)
      })
      claimEqual(await cache.has(KEY), true, 'meanwhile')
      await measuring
      claimEqual(await cache.has(KEY), true, 'afterwards')
      claimEqual(await cache.has({ ...KEY, trial: 1 }), false, 'another trial')
    },
  ],
  [
    'keys that differ in one part, or only in where parts end, are different',
    async ({ cache }) => {
      for (const [index, key] of distinctKeys().entries())
        claimEqual(
          (await cache.getOrMeasure(key, async () => scoreOf(index / 100))).hit,
          false,
          `key ${index}`,
        )
      for (const [index, key] of distinctKeys().entries())
        claimEqual((await cache.getOrMeasure(key, unexpected)).score.reward, index / 100, `key ${index}`)
    },
  ],
  [
    'a slow measurement holds up no other key',
    async ({ cache, pause }) => {
      let release: (() => void) | undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const slow = cache.getOrMeasure(KEY, async () => {
        await held
        return scoreOf(0)
      })
      await pause()
      const other = await cache.getOrMeasure({ ...KEY, task: 'other' }, async () => scoreOf(1))
      claimEqual(other.score.reward, 1, 'the other key')
      release?.()
      claimEqual((await slow).score.reward, 0, 'the slow key')
    },
  ],
]

function distinctKeys(): readonly ScoreKey[] {
  const parts = [
    '',
    'a',
    'A',
    'a/b',
    '../a',
    '__proto__',
    'a"b',
    'a,b',
    'a\u0000b',
    'é',
    'e\u0301',
    'x'.repeat(5000),
  ]
  return [
    KEY,
    { ...KEY, trial: 1 },
    { ...KEY, trial: 10 },
    ...parts.flatMap((part) => [
      { ...KEY, content: part },
      { ...KEY, task: part },
      { ...KEY, evaluator: part },
    ]),
    { ...KEY, content: 'ct', task: '' },
    { ...KEY, content: '', task: 'ct' },
  ]
}

function countedMeasure(measure: () => Promise<CachedScore>): {
  readonly measure: () => Promise<CachedScore>
  readonly count: () => number
} {
  let count = 0
  return { measure: () => ((count += 1), measure()), count: () => count }
}

function many<Item>(item: () => Item): readonly Item[] {
  return Array.from({ length: 64 }, item)
}

function scoreOf(reward: number): CachedScore {
  return { reward, metrics: {} }
}

async function unexpected(): Promise<CachedScore> {
  throw new Error('Something that is stored was measured again.')
}
