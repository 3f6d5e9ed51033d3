import { artifactId, parseMessageText } from '@agentdescent/core'
import type { ArtifactId, LogEntry, VersionVector } from '@agentdescent/core'
import type { ObjectReader } from './object-reader.ts'

/** A commit as the history holds it. */
export interface HistoryEntry extends LogEntry {
  readonly tree: string
  readonly parent?: string
  readonly seconds: number
}

/** Names the versions that a commit wrote, one trailer for each artifact: `prompt@3`. */
const VERSION_TRAILER = 'AgentDescent-Version'

/** Entries kept in memory; older ones are read again when asked for. */
const REMEMBERED = 4096

/** Reads commits, newest first, and remembers the ones last used. */
export class Commits {
  readonly #reader: ObjectReader
  readonly #remembered = new Map<string, HistoryEntry>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  async entry(oid: string): Promise<HistoryEntry> {
    const known = this.#remembered.get(oid)
    if (known !== undefined) return known
    const { message, ...commit } = await this.#reader.commit(oid)
    const { trailers, ...said } = parseMessageText(message)
    const entry = {
      ...commit,
      commit: oid,
      message: { ...said, trailers: trailers.filter(([token]) => token !== VERSION_TRAILER) },
      versions: new Map(
        trailers.flatMap(([token, value]) => (token === VERSION_TRAILER ? versionOf(value) : [])),
      ),
    }
    this.remember(entry)
    return entry
  }

  remember(entry: HistoryEntry): void {
    this.#remembered.set(entry.commit, entry)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest)
  }

  /** Yields the commit and all before it. */
  async *from(oid: string): AsyncGenerator<HistoryEntry> {
    for (let next: string | undefined = oid; next !== undefined; ) {
      const entry: HistoryEntry = await this.entry(next)
      yield entry
      next = entry.parent
    }
  }
}

/** Returns the trailers that say which versions a commit writes. */
export function versionTrailers(versions: VersionVector): (readonly [string, string])[] {
  return [...versions].map(([id, version]) => [VERSION_TRAILER, `${id}@${version}`])
}

/** A trailer that someone else wrote, and that names no version, says nothing. */
function versionOf(value: string): (readonly [ArtifactId, number])[] {
  const match = /^([\w.-]+)@(\d+)$/.exec(value)
  if (match?.[1] === undefined) return []
  try {
    return [[artifactId(match[1]), Number(match[2])]]
  } catch {
    return []
  }
}
