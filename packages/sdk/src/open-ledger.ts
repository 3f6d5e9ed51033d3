import { LedgerError, shown, strategyOf } from '@agentdescent/core'
import type { Artifact, ArtifactState, LedgerStore, LogEntry, Strategy } from '@agentdescent/core'
import { openGitStore } from './stores/git-store/git-store.ts'

export interface OpenLedgerOptions {
  /** Which artifact to read; needed only where the ledger holds several. */
  readonly artifact?: string
  /** Renders the state; needed only for a strategy that is not one of ours. */
  readonly strategy?: Pick<Strategy, 'render'>
}

/** A branch, or a version of the artifact on `dev`. */
export type LedgerPoint = 'dev' | 'stable' | number

/** Reads what was evolved. Every read tells the newest commit, also one that another process made. */
export class LedgerReader {
  readonly #path: string
  readonly #store: LedgerStore
  readonly #options: OpenLedgerOptions

  constructor(path: string, store: LedgerStore, options: OpenLedgerOptions) {
    this.#path = path
    this.#store = store
    this.#options = options
  }

  /**
   * Returns the artifact as the agent gets it.
   * @throws LedgerError `unknown-artifact`, `unknown-version`, `no-rendering`
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

  /** Returns the artifact's texts by key. @throws LedgerError `unknown-artifact`, `unknown-version` */
  async state(at: LedgerPoint = 'stable'): Promise<ArtifactState> {
    return (await this.artifact(at)).state
  }

  /** Returns the artifact. @throws LedgerError `unknown-artifact`, `unknown-version` */
  async artifact(at: LedgerPoint = 'stable'): Promise<Artifact> {
    if (typeof at !== 'number') return this.#head(at)
    const { id, version } = await this.#head('dev')
    const held = await this.#store.readVersion('dev', id, at)
    if (held !== undefined) return held
    throw new LedgerError({
      code: 'unknown-version',
      argument: 'at',
      value: String(at),
      message: `The ledger ${this.#path} has no version ${at} of "${id}".`,
      fix: `Name one from 1 to ${version}.`,
    })
  }

  /** Returns at most `limit` commits, newest first. */
  log(branch: 'dev' | 'stable' = 'dev', limit = 40): Promise<readonly LogEntry[]> {
    return this.#store.log(branch, limit)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async #head(branch: 'dev' | 'stable'): Promise<Artifact> {
    const artifacts = [...(await this.#store.read(branch)).artifacts.values()]
    const wanted = this.#options.artifact
    const found = artifacts.filter(({ id }) => wanted === undefined || id === wanted)
    const [only] = found
    if (only !== undefined && found.length === 1) return only
    const names = artifacts.map(({ id }) => id).join(', ') || 'none'
    throw new LedgerError({
      code: 'unknown-artifact',
      argument: 'artifact',
      value: shown(wanted),
      message: `The ledger ${this.#path} holds ${names} on ${branch}, so ${wanted === undefined ? 'no one artifact' : `no ${shown(wanted)}`} can be read.`,
      fix: 'Name one of them: openLedger(path, { artifact }).',
    })
  }
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
