import type { ArtifactId } from '@agentdescent/core'
import type { Commits, HistoryEntry } from './commits.ts'
import { SerialQueue } from './serial-queue.ts'

/** Finds the commit in which a branch last held a version of an artifact; walks no further than it must, and no way twice. */
export class VersionIndex {
  readonly #commits: Commits
  readonly #queue = new SerialQueue()
  #commitOf = new Map<string, string>()
  /** The head up to which, and the commit from which on, all is to be read. */
  #newest: string | undefined
  #unread: string | undefined

  constructor(commits: Commits) {
    this.#commits = commits
  }

  /** Returns the commit; undefined when no commit up to `head` wrote the version. */
  find(head: string, id: ArtifactId, version: number): Promise<string | undefined> {
    return this.#queue.run(async () => {
      await this.#catchUp(head)
      const name = nameOf(id, version)
      while (this.#unread !== undefined && !this.#commitOf.has(name)) {
        const entry: HistoryEntry = await this.#commits.entry(this.#unread)
        for (const written of namesIn(entry))
          if (!this.#commitOf.has(written)) this.#commitOf.set(written, entry.commit)
        this.#unread = entry.parent
      }
      return this.#commitOf.get(name)
    })
  }

  async #catchUp(head: string): Promise<void> {
    if (this.#newest === undefined) this.#unread = head
    else if (this.#newest !== head) await this.#readUpTo(head, this.#newest)
    this.#newest = head
  }

  /** Another program may have moved the branch to where what is known does not lie before it: then that says nothing. */
  async #readUpTo(head: string, known: string): Promise<void> {
    const fresh: HistoryEntry[] = []
    for await (const entry of this.#commits.from(head)) {
      if (entry.commit === known) break
      fresh.push(entry)
    }
    const isReset = fresh.at(-1)?.parent === undefined
    if (isReset) {
      this.#commitOf = new Map()
      this.#unread = undefined
    }
    for (const entry of fresh.toReversed())
      for (const written of namesIn(entry)) this.#commitOf.set(written, entry.commit)
  }
}

function namesIn({ versions }: HistoryEntry): readonly string[] {
  return [...versions].map(([id, version]) => nameOf(id, version))
}

function nameOf(id: ArtifactId, version: number): string {
  return `${id}@${version}`
}
