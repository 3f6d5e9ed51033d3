/** Structured concurrency: nothing outlives `join`, no rejection is ever unowned, and the first failure is the one thrown. */
export class TaskGroup {
  readonly #settled: Promise<void>[] = []
  #failure: { readonly error: unknown } | undefined

  get failed(): boolean {
    return this.#failure !== undefined
  }

  spawn(task: () => Promise<void>): void {
    this.#settled.push(
      task().catch((error: unknown) => {
        this.#failure ??= { error }
      }),
    )
  }

  /** Resolves when every task has ended; throws the first failure. */
  async join(): Promise<void> {
    await Promise.all(this.#settled)
    if (this.#failure !== undefined) throw this.#failure.error
  }
}

/**
 * Returns the results of `work` over `items`, in order, with at most `width` under way.
 * Starts no further item after a failure, waits for those under way, then throws the first one.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const group = new TaskGroup()
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (group.failed) return
      results[index] = await work(item, index)
    }
  }
  for (let count = 0; count < Math.min(width, items.length); count++) group.spawn(worker)
  await group.join()
  return results
}
