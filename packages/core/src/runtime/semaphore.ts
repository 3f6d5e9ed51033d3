/** Lets at most `width` tasks run at once; further ones wait in order of arrival. */
export class Semaphore {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(width: number) {
    this.#free = width
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    await this.#acquire()
    try {
      return await task()
    } finally {
      this.#release()
    }
  }

  #acquire(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  #release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }
}
