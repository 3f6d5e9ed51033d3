import type { Artifact } from '../model/artifact.ts'
import { LedgerError, shown } from '../model/errors.ts'
import type { ArtifactId } from '../model/ids.ts'
import type { CommitMessage } from './commit-message.ts'
import { canonicalMessage, genesisMessage } from './commit-message.ts'
import type { Artifacts } from './decisions.ts'
import { decidePromotion, decideRegistration, decideSwap, versionsOf } from './decisions.ts'
import { type StepRecord, stepText } from './step-record.ts'
import type { LedgerStore, LogEntry, StoreView, SwapRequest, SwapResult } from './store.ts'

interface Branch {
  readonly commits: (LogEntry & StoreView)[]
  /** By `id@version`; the later commit wins. */
  readonly versions: Map<string, Artifact>
}

/** Keeps every version in memory; states share what they have in common. */
export class MemoryStore implements LedgerStore {
  readonly kind = 'memory'
  readonly #branches: ReadonlyMap<string, Branch> = new Map([
    ['dev', branchAtGenesis('dev')],
    ['stable', branchAtGenesis('stable')],
  ])
  /** By their texts: a step that was done again and came to the same is one. */
  readonly #steps = new Map<string, StepRecord>()
  #closed = false

  async read(branch: string): Promise<StoreView> {
    return this.#head(branch)
  }

  async readCommit(commit: string): Promise<StoreView> {
    const [name = ''] = commit.split('-')
    const found = this.#branch(name).commits.find((one) => one.commit === commit)
    if (found !== undefined) return found
    const message = `The ledger has no commit ${shown(commit)}.`
    throw new LedgerError({ code: 'unknown-commit', argument: 'commit', value: shown(commit), message })
  }

  async readVersion(branch: string, id: ArtifactId, version: number): Promise<Artifact | undefined> {
    return this.#branch(branch).versions.get(`${id}@${version}`)
  }

  async register(artifact: Artifact, message: CommitMessage): Promise<void> {
    const registered = decideRegistration(this.#head('dev').artifacts, artifact)
    if (registered !== undefined) this.#append('dev', [registered], message)
    const first = this.#branch('dev').versions.get(`${artifact.id}@1`)
    if (first !== undefined && !this.#head('stable').artifacts.has(artifact.id))
      this.#append('stable', [first], message)
  }

  async compareAndSwap(request: SwapRequest): Promise<SwapResult> {
    const decision = decideSwap(this.#head(request.branch).artifacts, request)
    if (decision.outcome === 'conflict') return decision
    return { outcome: 'swapped', commit: this.#append(request.branch, decision.written, request.message) }
  }

  async promote(id: ArtifactId, message: CommitMessage): Promise<number | undefined> {
    const held = this.#head('dev').artifacts.get(id)
    if (held === undefined) return undefined
    const promoted = decidePromotion(this.#head('stable').artifacts, held)
    if (promoted !== undefined) this.#append('stable', [promoted], message)
    return held.version
  }

  async log(branch: string, limit: number): Promise<readonly LogEntry[]> {
    const { commits } = this.#branch(branch)
    const newest = commits.slice(Math.max(0, commits.length - limit)).toReversed()
    return newest.map(({ commit, message, versions }) => ({ commit, message, versions }))
  }

  async record(step: StepRecord): Promise<void> {
    this.#branch('dev')
    this.#steps.set(stepText(step), step)
  }

  async records(limit: number): Promise<readonly StepRecord[]> {
    this.#branch('dev')
    return [...this.#steps.values()].toReversed().slice(0, limit)
  }

  async close(): Promise<void> {
    this.#closed = true
  }

  #append(name: string, written: readonly Artifact[], message: CommitMessage): string {
    const canonical = canonicalMessage(message)
    const { commits, versions } = this.#branch(name)
    const fresh: Artifacts = new Map(written.map((artifact) => [artifact.id, artifact]))
    const commit = `${name}-${commits.length}`
    const artifacts = new Map([...this.#head(name).artifacts, ...fresh])
    commits.push({ commit, message: canonical, versions: versionsOf(fresh), artifacts })
    for (const artifact of written) versions.set(`${artifact.id}@${artifact.version}`, artifact)
    return commit
  }

  #head(name: string): StoreView {
    return this.#branch(name).commits.at(-1) ?? genesisOf(name)
  }

  #branch(name: string): Branch {
    if (this.#closed)
      throw new LedgerError({ code: 'closed', message: 'The ledger is closed.', fix: 'Open it again.' })
    const branch = this.#branches.get(name)
    if (branch !== undefined) return branch
    throw new LedgerError({
      code: 'unknown-branch',
      argument: 'branch',
      value: shown(name),
      message: `The ledger has no branch ${shown(name)}; it has ${[...this.#branches.keys()].join(' and ')}.`,
    })
  }
}

function branchAtGenesis(name: string): Branch {
  return { commits: [genesisOf(name)], versions: new Map() }
}

function genesisOf(name: string): LogEntry & StoreView {
  return { commit: `${name}-0`, message: genesisMessage, versions: new Map(), artifacts: new Map() }
}
