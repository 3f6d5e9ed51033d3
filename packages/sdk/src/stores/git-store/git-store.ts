import type { GitStoreOptions } from './git-store-options.ts'
import { resolve } from 'node:path'
import { decidePromotion, decideRegistration, LedgerError } from '@agentdescent/core'
import type {
  Artifact,
  ArtifactId,
  CommitMessage,
  LedgerStore,
  LogEntry,
  RunJournals,
  StepRecord,
  StoreView,
  SwapRequest,
  SwapResult,
} from '@agentdescent/core'
import type { CommitDraft } from './commit-draft.ts'
import type { HistoryEntry } from './commits.ts'
import { GitRepository } from './git-repository.ts'
import { withLedgerErrors } from './ledger-failures.ts'
import type { RunClaim } from './run-claims.ts'
import { SerialQueue } from './serial-queue.ts'
import { SwapRounds } from './swap-rounds.ts'

/** A ledger on disk, which a run can own. */
export interface GitLedgerStore extends LedgerStore {
  /** Yields the commits of the branch, newest first, and reads each when it is asked for. @throws LedgerError `unknown-branch` */
  history(branch: string): AsyncIterable<LogEntry>
  record(step: StepRecord): Promise<void>
  records(limit: number): Promise<readonly StepRecord[]>
  /** Yields the records of steps, newest first, and reads each when it is asked for. @throws LedgerError `corrupt` */
  steps(): AsyncIterable<StepRecord>
  /** Returns what a commit of the log holds. @throws LedgerError `corrupt` when it, or what it holds, cannot be read */
  readCommit(commit: string): Promise<StoreView>
  /**
   * Makes this process the only one that writes as the run, until the store is closed or the process ends. What a former owner
   * that still lives would commit, or add to its journal, from then on is refused with `fenced`.
   * @throws LedgerError `bad-run-id`, `locked` while another process owns the run
   */
  claimRun(run: string): Promise<RunClaim>
  /** Says whether the runs of this process are its own still, so that it may write about them elsewhere too. */
  ownsRuns(): boolean
  /** Where runs keep their journals, so that they can be resumed. */
  readonly journals: RunJournals
}

/**
 * Opens the ledger at the path, a bare git repository that `git log -p`, `git blame` and `git push` read; makes one in an empty
 * directory or at a free path. No git program is run, and nobody's git configuration is read.
 * @throws LedgerError `not-a-ledger`, `network-file-system`, `newer-format`, `corrupt`, `locked`, `io`
 */
export async function openGitStore(path: string, options: GitStoreOptions = {}): Promise<GitLedgerStore> {
  const place = resolve(path)
  const repository = new GitRepository(place, options)
  await withLedgerErrors(place, async () => {
    if (options.isReadOnly ?? false) repository.openForReading()
    else await repository.open()
  })
  return new GitStore(place, repository, options.isReadOnly ?? false)
}

class GitStore implements GitLedgerStore {
  readonly kind = 'git'
  readonly journals: RunJournals
  readonly #path: string
  readonly #repository: GitRepository
  readonly #isReadOnly: boolean
  readonly #queue = new SerialQueue()
  readonly #rounds = new SwapRounds(this.#queue, (branch, fill) => this.#land(branch, fill))
  #isClosed = false

  constructor(path: string, repository: GitRepository, isReadOnly: boolean) {
    this.#path = path
    this.#repository = repository
    this.journals = repository.journals
    this.#isReadOnly = isReadOnly
  }

  read(branch: string): Promise<StoreView> {
    return this.#reading(() => this.#repository.head(branch))
  }

  readCommit(commit: string): Promise<StoreView> {
    return this.#reading(() => this.#repository.view(commit))
  }

  readVersion(branch: string, id: ArtifactId, version: number): Promise<Artifact | undefined> {
    return this.#reading(() => this.#repository.version(branch, id, version))
  }

  register(artifact: Artifact, message: CommitMessage): Promise<void> {
    return this.#writing(async () => {
      await this.#land('dev', (draft) => {
        const registered = decideRegistration(draft.head.artifacts, artifact)
        if (registered !== undefined) draft.add({ artifacts: [registered], message })
      })
      await this.#land('stable', async (draft) => {
        if (draft.head.artifacts.has(artifact.id)) return
        const first = await this.#repository.version('dev', artifact.id, 1)
        if (first !== undefined) draft.add({ artifacts: [first], message })
      })
    })
  }

  compareAndSwap(request: SwapRequest): Promise<SwapResult> {
    return this.#mayWrite(() => this.#rounds.swap(request))
  }

  promote(id: ArtifactId, message: CommitMessage): Promise<number | undefined> {
    return this.#writing(async () => {
      const dev = await this.#repository.head('dev')
      const held = dev.artifacts.get(id)
      if (held === undefined) return undefined
      const trailers = [...message.trailers, ['AgentDescent-Dev-Commit', dev.commit] as const]
      await this.#land('stable', (draft) => {
        const promoted = decidePromotion(draft.head.artifacts, held)
        if (promoted !== undefined) draft.add({ artifacts: [promoted], message: { ...message, trailers } })
      })
      return held.version
    })
  }

  log(branch: string, limit: number): Promise<readonly LogEntry[]> {
    return this.#reading(async () => {
      const entries = await firstOf(this.#repository.history(branch), limit)
      return entries.map(logEntryOf)
    })
  }

  async *history(branch: string): AsyncGenerator<LogEntry> {
    for await (const entry of this.#readingEach(() => this.#repository.history(branch)))
      yield logEntryOf(entry)
  }

  record(step: StepRecord): Promise<void> {
    return this.#writing(() => this.#repository.record(step))
  }

  records(limit: number): Promise<readonly StepRecord[]> {
    return this.#reading(() => firstOf(this.#repository.steps(), limit))
  }

  steps(): AsyncGenerator<StepRecord> {
    return this.#readingEach(() => this.#repository.steps())
  }

  ownsRuns(): boolean {
    return this.#repository.ownsRuns()
  }

  claimRun(run: string): Promise<RunClaim> {
    return this.#writing(() => this.#repository.claimRun(run))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#queue.run(async () => undefined)
    await this.#repository.close()
  }

  /** Commits what `fill` drafts on top of the branch's head, and asks again whenever another process moved it meanwhile. */
  async #land(branch: string, fill: (draft: CommitDraft) => void | Promise<void>): Promise<void> {
    for (;;) {
      const draft = await this.#repository.draft(branch)
      await fill(draft)
      if (await this.#repository.land(draft)) return
    }
  }

  async #reading<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#isClosed) throw refusal('closed', `The ledger ${this.#path} is closed.`, 'Open it again.')
    return withLedgerErrors(this.#path, work)
  }

  /** Yields what is read, as long as the store is open. */
  async *#readingEach<Value>(read: () => AsyncIterable<Value>): AsyncGenerator<Value> {
    const values = await this.#reading(async () => read()[Symbol.asyncIterator]())
    for (;;) {
      const next = await this.#reading(() => values.next())
      if (next.done === true) return
      yield next.value
    }
  }

  /** Writes of one process wait for each other here, without holding up the disk's lock; `close` waits for them. */
  #writing<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#mayWrite(() => this.#queue.run(work))
  }

  #mayWrite<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#reading(() => {
      const fix = 'Open it with openGitStore(path) to write.'
      if (this.#isReadOnly)
        throw refusal('read-only', `The ledger ${this.#path} was opened for reading.`, fix)
      return work()
    })
  }
}

async function firstOf<Value>(values: AsyncIterable<Value>, limit: number): Promise<readonly Value[]> {
  const first: Value[] = []
  if (limit <= 0) return first
  for await (const value of values) if (first.push(value) >= limit) break
  return first
}

function logEntryOf({ commit, message, versions, seconds }: HistoryEntry): LogEntry {
  return { commit, message, versions, seconds }
}

function refusal(code: string, message: string, fix: string): LedgerError {
  return new LedgerError({ code, argument: 'ledger', message, fix })
}
