import process from 'node:process'
import {
  type CachedScore,
  contentDigest,
  MemoryScoreCache,
  type ScoreCache,
  type ScoreKey,
  scoreKeyText,
} from '@agentdescent/core'
import { CacheFolder } from './cache-folder.ts'
import { decodeScore, encodeScore } from './stored-score.ts'

/** Something is wrong with a cache file; the run goes on, and measures where it has to. */
export interface CacheWarning {
  readonly code: 'corrupt-cache-file' | 'unreadable-cache-file' | 'unwritable-cache-file'
  readonly path: string
  /** One sentence that names the file. */
  readonly message: string
}

export interface FileScoreCacheOptions {
  /** Bytes of all files together; the longest unused make room. Default 256 MiB. */
  readonly maxBytes?: number
  /** Default: a warning of the process. */
  readonly onWarning?: (warning: CacheWarning) => void
}

/**
 * Keeps scores in files that any number of runs and processes share: one file per evaluation, named by the digest of its key.
 * Callers in one process share a measurement; two processes may measure the same at once, and the later one's file stays.
 */
export class FileScoreCache implements ScoreCache {
  readonly isLasting = true
  readonly #folder: CacheFolder
  readonly #memory = new MemoryScoreCache()
  readonly #onWarning: (warning: CacheWarning) => void
  /** Warnings given: looking twice at a bad file is no news. */
  readonly #given = new Set<string>()

  /** The directory is made when the first score is stored. */
  constructor(directory: string, options: FileScoreCacheOptions = {}) {
    const { maxBytes = 256 * 2 ** 20, onWarning = warnProcess } = options
    this.#folder = new CacheFolder(directory, maxBytes)
    this.#onWarning = onWarning
  }

  async getOrMeasure(
    key: ScoreKey,
    measure: () => Promise<CachedScore>,
  ): Promise<{ readonly score: CachedScore; readonly hit: boolean }> {
    let isMeasured = false
    const { score } = await this.#memory.getOrMeasure(key, async () => {
      const stored = await this.#read(key)
      if (stored !== undefined) return stored
      isMeasured = true
      const measured = await measure()
      await this.#write(key, measured)
      return measured
    })
    return { score, hit: !isMeasured }
  }

  async has(key: ScoreKey): Promise<boolean> {
    return (await this.#memory.has(key)) || (await this.#read(key)) !== undefined
  }

  async #read(key: ScoreKey): Promise<CachedScore | undefined> {
    const name = nameOf(key)
    try {
      const text = await this.#folder.read(name)
      if (text === undefined) return undefined
      const stored = decodeScore(key, text)
      if (stored.kind === 'score') return stored.score
      this.#warn('corrupt-cache-file', name, `is ignored, because ${stored.problem}`)
    } catch (error) {
      this.#warn('unreadable-cache-file', name, `cannot be read: ${String(error)}`)
    }
    return undefined
  }

  /** A score that cannot be stored is still worth its run. */
  async #write(key: ScoreKey, score: CachedScore): Promise<void> {
    const text = encodeScore(key, score)
    if (text === undefined) return
    try {
      await this.#folder.write(nameOf(key), text)
    } catch (error) {
      this.#warn('unwritable-cache-file', nameOf(key), `cannot be written: ${String(error)}`)
    }
  }

  #warn(code: CacheWarning['code'], name: string, what: string): void {
    const path = this.#folder.pathOf(name)
    if (this.#given.has(`${code} ${name}`)) return
    this.#given.add(`${code} ${name}`)
    this.#onWarning({ code, path, message: `Score cache file ${path} ${what}.` })
  }
}

function nameOf(key: ScoreKey): string {
  return contentDigest(scoreKeyText(key))
}

function warnProcess({ code, message }: CacheWarning): void {
  process.emitWarning(message, { code })
}
