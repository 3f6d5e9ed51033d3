import { Worker } from 'node:worker_threads'
import { checkText } from './check-bytes.ts'
import { failed } from './kernel-error.ts'
import type { KernelError } from './kernel-error.ts'
import type { TextMerge, TextMergeOptions, TextSides } from './kernel.ts'
import type { MergeOffload } from './merge-offload.ts'
import { resolveTextMergeOptions } from './text-merge-options.ts'
import type { MergeJob, MergeReply } from './worker-messages.ts'

/** What the TypeScript kernel merges in about a millisecond, as measured on source code. */
const BYTES_PER_MILLISECOND = 100_000

interface Waiting {
  readonly resolve: (merge: TextMerge) => void
  readonly reject: (error: KernelError) => void
}

/** Runs the TypeScript kernel on one thread of its own, which starts with the first merge and never keeps Node up idle. */
export class WorkerOffload implements MergeOffload {
  #worker: Worker | undefined
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0

  isWorthIt(bytes: number): boolean {
    return bytes >= BYTES_PER_MILLISECOND
  }

  async mergeText({ base, ours, theirs }: TextSides, options: TextMergeOptions): Promise<TextMerge> {
    return this.#ask({ base, ours, theirs }, options)
  }

  async mergeMany(
    base: Uint8Array,
    sides: readonly Uint8Array[],
    options: TextMergeOptions,
  ): Promise<TextMerge> {
    return this.#ask({ base, sides: [...sides] }, options)
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#lose(new Error('the offload was closed'))
    await worker?.terminate()
  }

  #ask(job: MergeJob, options: TextMergeOptions): Promise<TextMerge> {
    for (const text of 'sides' in job ? [job.base, ...job.sides] : Object.values(job)) checkText(text)
    const id = this.#asked
    this.#asked += 1
    const worker = (this.#worker ??= this.#start())
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, job, options: resolveTextMergeOptions(options) })
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./merge-worker.js', import.meta.url))
    worker.on('message', (reply: MergeReply) => this.#settle(reply))
    worker.on('error', (error) => this.#lose(error))
    worker.on('exit', () => this.#lose(new Error('its thread ended')))
    return worker
  }

  #settle(reply: MergeReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0) this.#worker?.unref()
    if ('merge' in reply) waiting?.resolve(reply.merge)
    else waiting?.reject(failed('typescript', reply.error))
  }

  /** Refuses what is under way; the next merge starts another thread. */
  #lose(cause: Error): void {
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(failed('typescript', cause))
    this.#waiting.clear()
  }
}
