import { LedgerError, parseRecord, rebuildFromHistory, shown, strategyOf } from '@agentdescent/core'
import type {
  Artifact,
  ArtifactState,
  LogEntry,
  MergeRecord,
  Proposal,
  Rebuilt,
  Strategy,
} from '@agentdescent/core'
import { type BlameLine, type BlameOptions, blameOf } from './ledger/blame.ts'
import { type ArtifactComparison, comparisonOf } from './ledger/comparison.ts'
import type { LedgerPoint } from './ledger/ledger-points.ts'
import { commitNamed, isBranch, unknownVersion, versionNamed } from './ledger/ledger-points.ts'
import { type GitLedgerStore, openGitStore } from './stores/git-store/git-store.ts'

export interface OpenLedgerOptions {
  /** Which artifact to read; needed only where the ledger holds several. */
  readonly artifact?: string
  /** Renders the state; needed only for a strategy that is not one of ours. */
  readonly strategy?: Pick<Strategy, 'render'>
}

/** A commit, and what its merge decided. */
export interface LedgerCommit extends LogEntry {
  /** Absent for a commit that no merge made. */
  readonly record?: MergeRecord
}

/** All that a commit did. */
export interface ShownCommit extends LedgerCommit {
  readonly branch: 'dev' | 'stable'
  /** One for each artifact that it wrote. */
  readonly changes: readonly ArtifactComparison[]
  /** The proposals behind it, where the ledger kept them. */
  readonly proposals: readonly Proposal[]
}

/** Reads what was evolved. Every read tells the newest commit, also one that another process made. */
export class LedgerReader {
  readonly #path: string
  readonly #store: GitLedgerStore
  readonly #options: OpenLedgerOptions

  constructor(path: string, store: GitLedgerStore, options: OpenLedgerOptions) {
    this.#path = path
    this.#store = store
    this.#options = options
  }

  /**
   * Returns the artifact as the agent gets it.
   * @throws LedgerError `unknown-artifact`, `unknown-version`, `unknown-commit`, `no-rendering`
   */
  async render(at: LedgerPoint = 'stable'): Promise<string> {
    const artifact = await this.artifact(at)
    const strategy = this.#options.strategy ?? (artifact.rendering && strategyOf(artifact.rendering))
    if (strategy !== undefined) return strategy.render(artifact.state)
    throw new LedgerError({
      code: 'no-rendering',
      argument: 'strategy',
      message: `The ledger ${this.#path} does not say how "${artifact.id}" is rendered: its strategy was not one of ours.`,
      fix: 'Give the strategy: openLedger(path, { strategy }).',
    })
  }

  /** Returns the artifact's texts by key. @throws LedgerError as `artifact` does */
  async state(at: LedgerPoint = 'stable'): Promise<ArtifactState> {
    return (await this.artifact(at)).state
  }

  /** Returns the artifact. @throws LedgerError `unknown-artifact`, `unknown-version`, `unknown-commit`, `bad-point` */
  async artifact(at: LedgerPoint = 'stable'): Promise<Artifact> {
    if (isBranch(at)) return this.#only((await this.#store.read(at)).artifacts.values(), `on ${at}`)
    const head = versionNamed(at)
    if (head === undefined) {
      const { entry } = await commitNamed(String(at), this.#path, this.#store)
      const { artifacts } = await this.#store.readCommit(entry.commit)
      return this.#only(artifacts.values(), `in commit ${entry.commit}`)
    }
    const newest = await this.artifact('dev')
    const held = await this.#store.readVersion('dev', newest.id, head)
    if (held !== undefined) return held
    throw unknownVersion(this.#path, newest, head)
  }

  /** Returns at most `limit` commits, newest first; only those of the artifact where one was named. */
  async log(branch: 'dev' | 'stable' = 'dev', limit = 40): Promise<readonly LedgerCommit[]> {
    const { artifact } = this.#options
    if (artifact === undefined) return (await this.#store.log(branch, limit)).map(withRecord)
    const { id } = this.#only((await this.#store.read(branch)).artifacts.values(), `on ${branch}`)
    const entries = await this.#store.log(branch, Infinity)
    return entries
      .filter(({ versions }) => versions.has(id))
      .slice(0, limit)
      .map(withRecord)
  }

  /** Compares the artifact at two points. @throws LedgerError as `artifact` does */
  async diff(from: LedgerPoint, to: LedgerPoint = 'dev'): Promise<ArtifactComparison> {
    return comparisonOf(await this.artifact(from), await this.artifact(to), this.#options.strategy)
  }

  /** Explains each line of the artifact: the commit, who asked for it and why, what it gained. @throws LedgerError as `artifact` does */
  async blame(at: LedgerPoint = 'dev', options: BlameOptions = {}): Promise<readonly BlameLine[]> {
    const { id, version } = await this.artifact(at)
    return blameOf({ ...options, store: this.#store, strategy: this.#options.strategy, id, version })
  }

  /** Returns what a commit did, by its first digits or as a version. @throws LedgerError `unknown-commit`, `unknown-version`, … */
  async show(point: LedgerPoint): Promise<ShownCommit> {
    const { branch, entry, before } = await commitNamed(await this.#digitsOf(point), this.#path, this.#store)
    const held = (await this.#store.readCommit(entry.commit)).artifacts
    const old = before === undefined ? undefined : (await this.#store.readCommit(before.commit)).artifacts
    const changes = [...entry.versions.keys()].map((id) =>
      comparisonOf(old?.get(id), held.get(id), this.#options.strategy),
    )
    const commit = withRecord(entry)
    return { ...commit, branch, changes, proposals: await this.#behind(commit) }
  }

  /** Rebuilds from the history alone what the runs on the ledger have learnt, refused edits too. */
  async learnt(): Promise<Rebuilt> {
    const commits = await this.#store.log('dev', Infinity)
    return rebuildFromHistory({ commits, steps: await this.#store.records(Infinity) })
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async #digitsOf(point: LedgerPoint): Promise<string> {
    if (isBranch(point)) return (await this.#store.read(point)).commit
    const version = versionNamed(point)
    if (version === undefined) return String(point)
    const artifact = await this.artifact(version)
    const entries = await this.#store.log('dev', Infinity)
    return entries.find(({ versions }) => versions.get(artifact.id) === version)?.commit ?? ''
  }

  async #behind({ record }: LedgerCommit): Promise<readonly Proposal[]> {
    if (record === undefined) return []
    const wanted = new Map(record.members.map(({ lease, diff }) => [lease, diff]))
    const found: Proposal[] = []
    for await (const { run, proposals } of this.#store.steps()) {
      for (const proposal of run === record.run ? proposals : []) {
        const { id, lease, verdict } = proposal
        if (verdict !== 'committed' || wanted.get(lease) !== id) continue
        wanted.delete(lease)
        found.push(proposal)
      }
      if (wanted.size === 0) break
    }
    return found
  }

  #only(held: Iterable<Artifact>, where: string): Artifact {
    const artifacts = [...held]
    const wanted = this.#options.artifact
    const found = artifacts.filter(({ id }) => wanted === undefined || id === wanted)
    const [only] = found
    if (only !== undefined && found.length === 1) return only
    const names = artifacts.map(({ id }) => id).join(', ')
    throw new LedgerError({
      code: 'unknown-artifact',
      argument: 'artifact',
      value: shown(wanted),
      message: `The ledger ${this.#path} holds ${names || 'no artifact'} ${where}, so ${wanted === undefined ? 'no one artifact' : `no ${shown(wanted)}`} can be read.`,
      fix:
        names === ''
          ? 'A run makes the first version: evolve({ ledger }) with this path.'
          : `Name the artifact, one of ${names}.`,
    })
  }
}

function withRecord(entry: LogEntry): LedgerCommit {
  const record = parseRecord(entry.message)
  return record === undefined ? entry : { ...entry, record }
}

/**
 * Opens a ledger for reading, in production code for example; it must exist.
 * @throws LedgerError `not-a-ledger`, `newer-format`, `corrupt`, `io`
 *
 * @example
 * const ledger = await openLedger('.agentdescent/ledger')
 * const prompt = await ledger.render('stable')
 */
export async function openLedger(path: string, options: OpenLedgerOptions = {}): Promise<LedgerReader> {
  return new LedgerReader(path, await openGitStore(path, { isReadOnly: true }), options)
}
