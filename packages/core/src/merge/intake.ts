import type { EvidenceCard } from '../model/evidence.ts'
import type { ArtifactId } from '../model/ids.ts'

export interface IntakeOptions {
  /** Cards that make a bucket ready. Default 2. */
  readonly batchTrigger?: number
  /** Ticks after which a bucket is ready whatever its size. Default 1. */
  readonly maxWaitRounds?: number
}

/** Where a card is to be merged. */
export interface BucketKey {
  readonly artifact: ArtifactId
  readonly branch: string
}

/** Evidence waiting to be merged, in buckets by artifact and branch. */
export class Intake {
  readonly #batchTrigger: number
  readonly #maxWaitRounds: number
  /** In order of creation. */
  readonly #buckets = new Map<string, Bucket>()
  #waiting: (() => void)[] = []
  #revision = 0

  constructor({ batchTrigger = 2, maxWaitRounds = 1 }: IntakeOptions = {}) {
    this.#batchTrigger = batchTrigger
    this.#maxWaitRounds = maxWaitRounds
  }

  add(card: EvidenceCard, branch = 'dev'): void {
    const key = { artifact: card.diff.target, branch }
    const bucket = this.#buckets.get(textOf(key))
    if (bucket === undefined) this.#buckets.set(textOf(key), { key, cards: [card], age: 0 })
    else bucket.cards.push(card)
    this.notify()
  }

  /** Ages every bucket by one round. */
  tick(): void {
    for (const bucket of this.#buckets.values()) bucket.age += 1
    this.notify()
  }

  /** Returns the buckets large or old enough, in order of creation. */
  ready(): readonly BucketKey[] {
    return [...this.#buckets.values()]
      .filter(({ cards, age }) => cards.length >= this.#batchTrigger || age >= this.#maxWaitRounds)
      .map(({ key }) => key)
  }

  /** Returns every bucket that holds cards, ready or not: at the end of a run all of them are drained. */
  waiting(): readonly BucketKey[] {
    return [...this.#buckets.values()].map(({ key }) => key)
  }

  /** Removes the bucket and returns its cards in order of arrival; none for an unknown bucket. */
  drain(key: BucketKey): readonly EvidenceCard[] {
    const bucket = this.#buckets.get(textOf(key))
    this.#buckets.delete(textOf(key))
    return bucket?.cards ?? []
  }

  /** Cards in all buckets. */
  get pending(): number {
    return [...this.#buckets.values()].reduce((sum, { cards }) => sum + cards.length, 0)
  }

  /** Counts additions, ticks and notifications; a reader who saw one can wait for the next without missing any. */
  get revision(): number {
    return this.#revision
  }

  /** Wakes everyone who waits: something else they depend on, a worker's end for example, has changed. */
  notify(): void {
    this.#revision += 1
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }

  /** Resolves once the revision is past `seen`; at once if it already is. */
  async changedSince(seen: number): Promise<void> {
    if (this.#revision > seen) return
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
    })
  }
}

interface Bucket {
  readonly key: BucketKey
  readonly cards: EvidenceCard[]
  age: number
}

function textOf({ artifact, branch }: BucketKey): string {
  return JSON.stringify([artifact, branch])
}
