import { resolve } from 'node:path'
import {
  canonicalMessage,
  decidePromotion,
  decideRegistration,
  decideSwap,
  genesisMessage,
  LedgerError,
  messageText,
  shown,
  versionsOf,
} from '@agentdescent/core'
import type {
  Artifact,
  ArtifactId,
  CommitMessage,
  LedgerStore,
  LogEntry,
  StoreView,
  SwapRequest,
  SwapResult,
} from '@agentdescent/core'
import { fileEditsOf } from './artifact-files.ts'
import { Commits, versionTrailers } from './commits.ts'
import { nodeFileSystem } from './file-system.ts'
import type { FileSystem } from './file-system.ts'
import { commitObject, treeObject } from './git-objects.ts'
import type { GitObject } from './git-objects.ts'
import { withLedgerErrors } from './ledger-failures.ts'
import { LooseObjects } from './loose-objects.ts'
import { ObjectReader } from './object-reader.ts'
import { Refs } from './refs.ts'
import { createRepository, isLedger, notALedger } from './repository.ts'
import { SerialQueue } from './serial-queue.ts'
import { editFiles, emptyDirectory } from './state-tree.ts'
import type { View } from './views.ts'
import { ARTIFACTS, Views } from './views.ts'

export interface GitStoreOptions {
  /** Milliseconds since 1970, the time of each commit; default the system's. The same times give the same commit ids. */
  readonly now?: () => number
  /** `full` survives a loss of power, `atomic` the end of the process only; default `full`. */
  readonly durability?: 'full' | 'atomic'
  /** Refuses a path where no ledger is instead of making one; default false. */
  readonly mustExist?: boolean
  /** How long to wait while another program holds a branch; default 10,000. */
  readonly lockWaitMs?: number
  /** Default the system's; tests fail, record or kill at its calls. */
  readonly files?: FileSystem
}

const BRANCHES = ['dev', 'stable'] as const

/**
 * Opens the ledger at the path, a bare git repository that `git log -p`, `git blame` and `git push` read; makes one in an empty
 * directory or at a free path. No git program is run, and nobody's git configuration is read.
 * @throws LedgerError `not-a-ledger`, `newer-format`, `corrupt`, `locked`, `io`
 */
export async function openGitStore(path: string, options: GitStoreOptions = {}): Promise<LedgerStore> {
  const store = new GitStore(resolve(path), options)
  await store.begin(options.mustExist ?? false)
  return store
}

class GitStore implements LedgerStore {
  readonly kind = 'git'
  readonly #path: string
  readonly #files: FileSystem
  readonly #now: () => number
  readonly #objects: LooseObjects
  readonly #refs: Refs
  readonly #commits: Commits
  readonly #views: Views
  readonly #queue = new SerialQueue()
  #isClosed = false

  constructor(
    path: string,
    { now = Date.now, durability = 'full', lockWaitMs = 10_000, files = nodeFileSystem }: GitStoreOptions,
  ) {
    const isDurable = durability === 'full'
    this.#path = path
    this.#files = files
    this.#now = now
    this.#objects = new LooseObjects(path, { files, isDurable })
    this.#refs = new Refs(path, { files, isDurable, lockWaitMs })
    const reader = new ObjectReader(path, { loose: this.#objects, files })
    this.#commits = new Commits(reader)
    this.#views = new Views(path, { reader, commits: this.#commits })
  }

  /** Makes the repository unless it is there. */
  begin(mustExist: boolean): Promise<void> {
    return withLedgerErrors(this.#path, async () => {
      if (isLedger(this.#path, this.#files)) return
      if (mustExist) throw notALedger(this.#path, 'nothing is there')
      await createRepository(this.#path, this.#files, () => this.#writeGenesis())
    })
  }

  read(branch: string): Promise<StoreView> {
    return this.#reading(() => this.#head(branch))
  }

  readVersion(branch: string, id: ArtifactId, version: number): Promise<Artifact | undefined> {
    return this.#reading(async () => {
      for await (const { commit, versions } of this.#commits.from(this.#headCommit(branch)))
        if (versions.get(id) === version) return (await this.#views.at(commit)).artifacts.get(id)
      return undefined
    })
  }

  register(artifact: Artifact, message: CommitMessage): Promise<void> {
    return this.#writing(async () => {
      await this.#commitOn('dev', message, async ({ artifacts }) => {
        const registered = decideRegistration(artifacts, artifact)
        return registered === undefined ? [] : [registered]
      })
      await this.#commitOn('stable', message, async ({ artifacts }) => {
        const first = artifacts.has(artifact.id) ? undefined : await this.readVersion('dev', artifact.id, 1)
        return first === undefined ? [] : [first]
      })
    })
  }

  compareAndSwap(request: SwapRequest): Promise<SwapResult> {
    return this.#writing(async () => {
      let conflict: SwapResult | undefined
      const { commit } = await this.#commitOn(request.branch, request.message, async ({ artifacts }) => {
        const decision = decideSwap(artifacts, request)
        conflict = decision.outcome === 'conflict' ? decision : undefined
        return decision.outcome === 'conflict' ? [] : decision.written
      })
      return conflict ?? { outcome: 'swapped', commit }
    })
  }

  promote(id: ArtifactId, message: CommitMessage): Promise<number | undefined> {
    return this.#writing(async () => {
      const dev = await this.#head('dev')
      const held = dev.artifacts.get(id)
      if (held === undefined) return undefined
      const trailers = [...message.trailers, ['AgentDescent-Dev-Commit', dev.commit] as const]
      await this.#commitOn('stable', { ...message, trailers }, async ({ artifacts }) => {
        const promoted = decidePromotion(artifacts, held)
        return promoted === undefined ? [] : [promoted]
      })
      return held.version
    })
  }

  log(branch: string, limit: number): Promise<readonly LogEntry[]> {
    return this.#reading(async () => {
      const entries: LogEntry[] = []
      if (limit <= 0) return entries
      for await (const { commit, message, versions } of this.#commits.from(this.#headCommit(branch)))
        if (entries.push({ commit, message, versions }) >= limit) break
      return entries
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#queue.run(async () => undefined)
  }

  /**
   * Commits what `decide` answers to the head, and asks again whenever another process moved the branch meanwhile; an empty
   * answer commits nothing. Returns the head that was committed, or the one that was left.
   */
  async #commitOn(
    branch: string,
    message: CommitMessage,
    decide: (head: View) => Promise<readonly Artifact[]>,
  ): Promise<View> {
    for (;;) {
      const head = await this.#head(branch)
      const written = await decide(head)
      if (written.length === 0) return head
      const next = await this.#commit(branch, head, { written, message })
      if (next !== undefined) return next
    }
  }

  async #commit(
    branch: string,
    head: View,
    { written, message }: { written: readonly Artifact[]; message: CommitMessage },
  ): Promise<View | undefined> {
    const said = canonicalMessage(message)
    const fresh = new Map(written.map((artifact) => [artifact.id, artifact]))
    const versions = versionsOf(fresh)
    const objects = new Map<string, GitObject>()
    const keep = (object: GitObject): void => void objects.set(object.oid, object)
    const edits = written.flatMap((artifact) => fileEditsOf(head.artifacts.get(artifact.id), artifact, keep))
    const directory = editFiles(head.directory, edits, keep)
    const root = treeObject([{ name: ARTIFACTS, kind: 'directory', oid: directory.oid }])
    const seconds = Math.floor(this.#now() / 1000)
    const text = messageText({ ...said, trailers: [...said.trailers, ...versionTrailers(versions)] })
    const commit = commitObject({ tree: root.oid, parent: head.commit, seconds, message: text })
    await this.#objects.write([...objects.values(), root, commit])
    const swap = { branch, expected: head.commit, next: commit.oid, seconds, reason: said.subject }
    if (!(await this.#refs.swap(swap))) return undefined
    this.#commits.remember({
      commit: commit.oid,
      tree: root.oid,
      parent: head.commit,
      seconds,
      message: said,
      versions,
    })
    const view = { commit: commit.oid, directory, artifacts: new Map([...head.artifacts, ...fresh]) }
    this.#views.remember(view)
    return view
  }

  async #writeGenesis(): Promise<void> {
    const seconds = Math.floor(this.#now() / 1000)
    const root = treeObject([])
    const commit = commitObject({ tree: emptyDirectory.oid, seconds, message: messageText(genesisMessage) })
    await this.#objects.write([root, commit])
    const begin = { expected: undefined, next: commit.oid, seconds, reason: genesisMessage.subject }
    await this.#refs.swap({ ...begin, branch: 'dev' })
    // A creation that was cut short, or runs beside this one, has its own first commit: both branches begin with one.
    await this.#refs.swap({ ...begin, branch: 'stable', next: this.#headCommit('dev') })
  }

  async #head(branch: string): Promise<View> {
    return this.#views.at(this.#headCommit(branch))
  }

  #headCommit(branch: string): string {
    const known = BRANCHES.find((name) => name === branch)
    const commit = known === undefined ? undefined : this.#refs.read(known)
    if (commit !== undefined) return commit
    throw new LedgerError({
      code: known === undefined ? 'unknown-branch' : 'corrupt',
      argument: 'branch',
      value: shown(branch),
      message: `The ledger ${this.#path} has no branch ${shown(branch)}.`,
      fix:
        known === undefined ? `It has ${BRANCHES.join(' and ')}.` : 'Its reflog names the commit it was at.',
    })
  }

  #reading<Value>(work: () => Promise<Value>): Promise<Value> {
    return withLedgerErrors(this.#path, () => {
      this.#refuseClosed()
      return work()
    })
  }

  /** Writes of one process wait for each other here, without holding up the disk's lock. */
  #writing<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#queue.run(() => this.#reading(work))
  }

  #refuseClosed(): void {
    if (!this.#isClosed) return
    throw new LedgerError({
      code: 'closed',
      message: `The ledger ${this.#path} is closed.`,
      fix: 'Open it again.',
    })
  }
}
