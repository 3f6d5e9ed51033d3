import fs, { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'

const git = createRequire(new URL('../packages/sdk/package.json', import.meta.url))('isomorphic-git')

const author = { name: 'a', email: 'a@localhost', timestamp: 1_700_000_000, timezoneOffset: 0 }

/** The same commits as isomorphic-git alone makes them: neither durable nor safe from another writer. */
export class PlainGitSide {
  #place
  #files
  #entries
  #count = 0

  constructor(path, keys) {
    this.#place = { fs, gitdir: path, dir: path }
    this.#files = Array.from({ length: keys }, (_, index) => [`k${index}`, `value ${index} `.repeat(8)])
  }

  /** Returns the milliseconds of each commit. */
  async commits(count) {
    this.#entries ??= await this.#begin()
    const times = []
    for (let done = 0; done < count; done += 1) {
      this.#count += 1
      const start = performance.now()
      await this.#commit()
      times.push(performance.now() - start)
    }
    return times
  }

  async #begin() {
    mkdirSync(this.#place.gitdir, { recursive: true })
    await git.init({ ...this.#place, bare: true, defaultBranch: 'dev' })
    const entries = new Map()
    for (const [name, text] of this.#files) entries.set(name, await this.#blob(text))
    return entries
  }

  async #commit() {
    this.#entries.set('k0', await this.#blob(`new ${this.#count}`))
    this.#entries.set('@artifact.json', await this.#blob(`{"version":${this.#count}}\n`))
    const files = [...this.#entries].map(([path, oid]) => ({ mode: '100644', path, oid, type: 'blob' }))
    const artifact = await git.writeTree({ ...this.#place, tree: files })
    const root = await git.writeTree({
      ...this.#place,
      tree: [{ mode: '040000', path: 'a', oid: artifact, type: 'tree' }],
    })
    const message = `change ${this.#count}`
    await git.commit({ ...this.#place, tree: root, author, message, ref: 'refs/heads/dev' })
  }

  #blob(text) {
    return git.writeBlob({ ...this.#place, blob: Buffer.from(text) })
  }
}
