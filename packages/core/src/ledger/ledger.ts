import type { Artifact } from '../model/artifact.ts'
import { AgentDescentError, LedgerError, messageOf } from '../model/errors.ts'
import type { ArtifactId } from '../model/ids.ts'
import type { VersionVector } from '../model/version.ts'
import type { CommitMessage } from './commit-message.ts'
import { versionsOf } from './decisions.ts'
import type { StepRecord } from './step-record.ts'
import type { LedgerStore, LogEntry } from './store.ts'

/** One consistent view of all artifacts of a branch. */
export interface Snapshot {
  readonly artifacts: ReadonlyMap<ArtifactId, Artifact>
  readonly version: VersionVector
}

export type CommitResult =
  | { readonly outcome: 'committed'; readonly commit: string; readonly versions: VersionVector }
  | { readonly outcome: 'cas-conflict'; readonly head: VersionVector }

/** The versioned library that workers read and only the merge writes. */
export class Ledger {
  readonly #store: LedgerStore
  /** Heads of dev, as last read or written here. */
  readonly #seen = new Map<ArtifactId, Artifact>()
  #committed = 0

  constructor(store: LedgerStore) {
    this.#store = store
  }

  /** Commits made here. */
  get committed(): number {
    return this.#committed
  }

  async register(artifact: Artifact): Promise<void> {
    const message = {
      subject: `register ${artifact.id}`,
      trailers: [['AgentDescent-Contract', String(artifact.contract.major)]],
    } as const
    await asked(() => this.#store.register(artifact, message))
  }

  async snapshot(branch = 'dev'): Promise<Snapshot> {
    const { artifacts } = await asked(() => this.#store.read(branch))
    if (branch === 'dev') for (const [id, artifact] of artifacts) this.#seen.set(id, artifact)
    return { artifacts, version: versionsOf(artifacts) }
  }

  /** @throws LedgerError `unknown-artifact` */
  async get(id: ArtifactId, branch = 'dev'): Promise<Artifact> {
    const { artifacts } = await this.snapshot(branch)
    const artifact = artifacts.get(id)
    if (artifact !== undefined) return artifact
    throw new LedgerError({
      code: 'unknown-artifact',
      message: `The ledger has no artifact "${id}" on branch "${branch}"; it has ${[...artifacts.keys()].join(', ') || 'none'}.`,
    })
  }

  /** Returns the artifact as this ledger last read or wrote it on dev, without asking the store; undefined when it never did. */
  lastSeen(id: ArtifactId): Artifact | undefined {
    return this.#seen.get(id)
  }

  /** Returns the artifact as a version of the branch held it; undefined when it never did. */
  readVersion(id: ArtifactId, version: number, branch = 'dev'): Promise<Artifact | undefined> {
    return asked(() => this.#store.readVersion(branch, id, version))
  }

  /**
   * Commits all artifacts at once, or none. `base` holds the version that each of them was built on; a lost race is a value.
   * @throws LedgerError `undeclared-base`, `duplicate-artifact`, `contract-rejected`, `bad-text`, `bad-message`
   */
  async commit(
    artifacts: readonly Artifact[],
    base: VersionVector,
    message: CommitMessage,
  ): Promise<CommitResult> {
    const writes = artifacts.map((artifact) => ({
      artifact: { ...artifact, version: expectedVersion(artifact, base) + 1 },
      expected: expectedVersion(artifact, base),
    }))
    const swap = await asked(() => this.#store.compareAndSwap({ branch: 'dev', writes, message }))
    if (swap.outcome === 'conflict') return { outcome: 'cas-conflict', head: swap.head }
    this.#committed++
    for (const { artifact } of writes) this.#seen.set(artifact.id, artifact)
    const versions = new Map(writes.map(({ artifact }) => [artifact.id, artifact.version]))
    return { outcome: 'committed', commit: swap.commit, versions }
  }

  /** Puts dev's state of the artifact on `stable` under the same version; returns it, undefined for an unknown artifact. */
  promote(id: ArtifactId, message: CommitMessage): Promise<number | undefined> {
    return asked(() => this.#store.promote(id, message))
  }

  /** Returns at most `limit` commits, newest first. */
  log(branch = 'dev', limit = 40): Promise<readonly LogEntry[]> {
    return asked(() => this.#store.log(branch, limit))
  }

  /** Keeps what a step of the merge came to, where the store does. */
  async record(step: StepRecord): Promise<void> {
    await asked(async () => this.#store.record?.(step))
  }

  /** Returns at most `limit` records of steps, newest first; none where the store keeps none. */
  records(limit: number): Promise<readonly StepRecord[]> {
    return asked(async () => (await this.#store.records?.(limit)) ?? [])
  }

  close(): Promise<void> {
    return asked(() => this.#store.close())
  }
}

/** Returns the store's answer. @throws LedgerError, `io` for a failure that the store did not name itself. */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AgentDescentError) throw error
    throw new LedgerError({ code: 'io', message: `The store failed: ${messageOf(error)}`, cause: error })
  }
}

function expectedVersion(artifact: Artifact, base: VersionVector): number {
  const version = base.get(artifact.id)
  if (version !== undefined) return version
  throw new LedgerError({
    code: 'undeclared-base',
    argument: 'base',
    message: `The commit of artifact "${artifact.id}" does not say which version it was built on.`,
    fix: 'Put the version that was read into the base vector.',
  })
}
