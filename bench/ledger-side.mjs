import { performance } from 'node:perf_hooks'
import { artifactId, stateOf } from '../packages/core/dist/index.js'
import { openGitStore } from '../packages/sdk/dist/index.js'

const id = artifactId('a')

/** A ledger of ours to which commits are timed; each changes one key of the artifact. */
export class LedgerSide {
  #keys
  #path
  #options
  #opened
  #state
  #version = 1

  /**
   * `group` commits are asked for at once; `spread` changes one key after the other instead of always the first. Every other
   * option, but for `keys`, is the store's.
   */
  constructor(path, { keys, group, spread = false, ...options }) {
    this.#keys = spread ? keys : 1
    this.#path = path
    this.#options = options
    this.group = group
    this.#state = stateOf(
      Array.from({ length: keys }, (_, index) => [`k${index}`, `value ${index} `.repeat(8)]),
    )
  }

  /** Returns the milliseconds of each commit; those of a group share its time. */
  async commits(count) {
    const store = await this.#store()
    const size = this.group ?? 1
    const times = []
    for (let done = 0; done < count; done += size) {
      const start = performance.now()
      const results = await Promise.all(
        Array.from({ length: size }, () => store.compareAndSwap(this.#next())),
      )
      const ms = (performance.now() - start) / size
      if (results.some(({ outcome }) => outcome !== 'swapped')) throw new Error('A commit met a conflict.')
      times.push(ms)
    }
    return times
  }

  async close() {
    await (await this.#opened)?.close()
  }

  #store() {
    this.#opened ??= this.#open()
    return this.#opened
  }

  async #open() {
    const store = await openGitStore(this.#path, this.#options)
    await store.register(this.#artifact(), { subject: 'register a', trailers: [] })
    return store
  }

  #next() {
    this.#state = this.#state.with(`k${this.#version % this.#keys}`, `new ${this.#version} `.repeat(8))
    const expected = this.#version
    this.#version += 1
    const message = { subject: `change ${this.#version}`, trailers: [] }
    return { branch: 'dev', writes: [{ artifact: this.#artifact(), expected }], message }
  }

  #artifact() {
    return { id, version: this.#version, state: this.#state, contract: { major: 1 }, blastRadius: 1 }
  }
}
