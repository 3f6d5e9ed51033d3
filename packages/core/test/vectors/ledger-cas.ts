import { Ledger } from '../../src/ledger/ledger.ts'
import type { LedgerStore } from '../../src/ledger/store.ts'
import { MemoryStore } from '../../src/ledger/memory-store.ts'
import type { Artifact } from '../../src/model/artifact.ts'
import { stateOf } from '../../src/model/artifact.ts'
import { LedgerError } from '../../src/model/errors.ts'
import { artifactId } from '../../src/model/ids.ts'
import type { VersionVector } from '../../src/model/version.ts'

type State = Readonly<Record<string, string>>
type Versions = Readonly<Record<string, number>>

type Step =
  | { readonly op: 'register'; readonly id: string; readonly state: State }
  | {
      readonly op: 'commit'
      readonly id: string
      readonly state: State
      readonly base: Versions
      readonly branch?: string
    }
  | {
      readonly op: 'commit_atomic'
      readonly states: Readonly<Record<string, State>>
      readonly base: Versions
    }
  | { readonly op: 'promote'; readonly id: string }
  | { readonly op: 'read'; readonly branch: string }

export async function replay(
  steps: readonly Step[],
  store: LedgerStore = new MemoryStore(),
): Promise<readonly unknown[]> {
  const script = new Script(store)
  const results: unknown[] = []
  for (const step of steps) results.push(await script.run(step))
  await store.close()
  return results
}

class Script {
  readonly #store: LedgerStore
  readonly #ledger: Ledger
  /** Names that a promotion asked for; what no branch holds of them reads as null. */
  readonly #promoted = new Set<string>()

  constructor(store: LedgerStore) {
    this.#store = store
    this.#ledger = new Ledger(store)
  }

  async run(step: Step): Promise<unknown> {
    switch (step.op) {
      case 'register':
        await this.#ledger.register(artifactOf(step.id, step.state))
        return 'ok'
      case 'commit':
        return step.branch === undefined ? this.#commit(step) : this.#commitTo(step.branch, step)
      case 'commit_atomic': {
        const result = await this.#commitAll(step.states, step.base)
        return result === 'conflict' ? result : { versions: Object.fromEntries(result) }
      }
      case 'promote': {
        this.#promoted.add(step.id)
        const version = await this.#ledger.promote(artifactId(step.id), { subject: 'promote', trailers: [] })
        return { stable_version: version ?? null }
      }
      case 'read':
        return this.#read(step.branch)
      default:
        return step satisfies never
    }
  }

  async #commit({ id, state, base }: { id: string; state: State; base: Versions }): Promise<unknown> {
    const result = await this.#commitAll({ [id]: state }, base)
    return result === 'conflict' ? result : { version: result.get(artifactId(id)) }
  }

  async #commitAll(
    states: Readonly<Record<string, State>>,
    base: Versions,
  ): Promise<VersionVector | 'conflict'> {
    const artifacts = Object.entries(states).map(([id, state]) => artifactOf(id, state))
    try {
      const result = await this.#ledger.commit(artifacts, vectorOf(base), { subject: 'commit', trailers: [] })
      return result.outcome === 'committed' ? result.versions : 'conflict'
    } catch (error) {
      if (error instanceof LedgerError && error.code === 'undeclared-base') return 'conflict'
      throw error
    }
  }

  async #commitTo(
    branch: string,
    { id, state, base }: { id: string; state: State; base: Versions },
  ): Promise<unknown> {
    const expected = base[id]
    if (expected === undefined) return 'conflict'
    const artifact = { ...artifactOf(id, state), version: expected + 1 }
    const message = { subject: 'commit', trailers: [] }
    const result = await this.#store.compareAndSwap({ branch, writes: [{ artifact, expected }], message })
    return result.outcome === 'swapped' ? { version: artifact.version } : 'conflict'
  }

  async #read(branch: string): Promise<unknown> {
    const { artifacts } = await this.#ledger.snapshot(branch)
    const held = [...artifacts.values()]
    const missing = [...this.#promoted].filter((id) => !artifacts.has(artifactId(id)))
    return {
      versions: Object.fromEntries([
        ...held.map(({ id, version }) => [id, version]),
        ...missing.map((id) => [id, null]),
      ]),
      states: Object.fromEntries(held.map(({ id, state }) => [id, Object.fromEntries(state)])),
    }
  }
}

function artifactOf(id: string, state: State): Artifact {
  return {
    id: artifactId(id),
    version: 1,
    state: stateOf(Object.entries(state)),
    contract: { major: 1 },
    blastRadius: 1,
  }
}

function vectorOf(versions: Versions): VersionVector {
  return new Map(Object.entries(versions).map(([id, version]) => [artifactId(id), version]))
}
