import { canonicalMessage, genesisMessage, LedgerError, messageText, shown } from '@agentdescent/core'
import type { Artifact, ArtifactId, CommitMessage, StepRecord } from '@agentdescent/core'
import { BranchLock } from './branch-lock.ts'
import type { HistoryEntry } from './commits.ts'
import { CommitDraft } from './commit-draft.ts'
import { Commits } from './commits.ts'
import { durableFiles, withoutSync } from './durable-files.ts'
import type { FileSystem } from './file-system.ts'
import { nodeFileSystem } from './file-system.ts'
import { commitObject, treeObject } from './git-objects.ts'
import type { GitStoreOptions } from './git-store-options.ts'
import { GitRunJournals } from './journals/git-run-journals.ts'
import { LedgerLock } from './ledger-lock.ts'
import { BackgroundPacking } from './packs/background-packing.ts'
import { Packer } from './packs/packer.ts'
import { LooseObjects } from './loose-objects.ts'
import { refuseNetworkPlace } from './network-places.ts'
import { ObjectReader } from './object-reader.ts'
import { ObjectWriter } from './object-writer.ts'
import { patientFiles } from './patient-files.ts'
import type { LedgerNotice } from './recovery.ts'
import { markClean, recover } from './recovery.ts'
import { Refs } from './refs.ts'
import type { RunClaim } from './run-claims.ts'
import { RunClaims } from './run-claims.ts'
import { createRepository, isLedger, notALedger } from './repository-layout.ts'
import { emptyDirectory } from './state-tree.ts'
import { PROPOSALS, StepRecords } from './step-records.ts'
import { VersionIndex } from './version-index.ts'
import type { View } from './views.ts'
import { Views } from './views.ts'

const BRANCHES = ['dev', 'stable'] as const
const EPOCH = 'AgentDescent-Epoch'
const ALL_BRANCHES = [...BRANCHES, PROPOSALS] as const

/** A ledger on disk: makes or recovers it, reads commits as views, and adds commits. */
export class GitRepository {
  readonly #path: string
  readonly #files: FileSystem
  readonly #isDurable: boolean
  readonly #isReadOnly: boolean
  readonly #allowsNetwork: boolean
  readonly #now: () => number
  readonly #objects: LooseObjects
  readonly #writer: ObjectWriter
  readonly #ledgerLock: LedgerLock
  readonly #branchLock: BranchLock
  readonly #claims: RunClaims
  /** The journals of its runs. */
  readonly journals: GitRunJournals
  readonly #refs: Refs
  readonly #reader: ObjectReader
  readonly #commits: Commits
  readonly #views: Views
  readonly #versions = new Map<string, VersionIndex>()
  readonly #steps: StepRecords
  readonly #packing: BackgroundPacking
  readonly #onNotice: (notice: LedgerNotice) => void
  #diskFailure: unknown

  constructor(path: string, options: GitStoreOptions) {
    const isDurable = options.durability !== 'atomic'
    const waitMs = options.lockWaitMs ?? 10_000
    const files = durableFiles(patientFiles(options.files ?? nodeFileSystem), (cause) => {
      this.#diskFailure = cause
    })
    this.#path = path
    this.#files = files
    this.#isDurable = isDurable
    this.#isReadOnly = options.isReadOnly ?? false
    this.#allowsNetwork = options.allowNetwork ?? false
    this.#now = options.now ?? Date.now
    this.#objects = new LooseObjects(path, { files, isDurable })
    this.#writer = new ObjectWriter(path, { files, isDurable, loose: this.#objects })
    this.#ledgerLock = new LedgerLock(`${path}/agentdescent/ledger.lock`, { files, waitMs })
    this.#branchLock = new BranchLock(path, { files, isDurable, waitMs })
    const locks = { ledgerLock: this.#ledgerLock, branchLock: this.#branchLock }
    this.#claims = new RunClaims(path, files)
    this.journals = new GitRunJournals({
      path,
      files: isDurable ? files : withoutSync(files),
      claims: this.#claims,
    })
    this.#refs = new Refs(path, { files, isDurable, ...locks, mayMove: () => this.#claims.check() })
    this.#onNotice = options.onNotice ?? warnOf
    this.#packing = new BackgroundPacking({
      objects: this.#objects,
      writer: this.#writer,
      packer: new Packer(path, { files, objects: this.#objects }),
      lock: new LedgerLock(`${path}/agentdescent/pack.lock`, { files, waitMs }),
      packAbove: options.packAbove ?? 1_000,
      heads: () => [...BRANCHES.map((branch) => this.#headCommit(branch)), ...this.#steps.heads()],
      tidy: async () => {
        for (const branch of ALL_BRANCHES) await this.#refs.trimLog(branch)
      },
      onNotice: this.#onNotice,
    })
    this.#reader = new ObjectReader(path, { loose: this.#objects, files })
    this.#commits = new Commits(this.#reader)
    this.#views = new Views(path, { reader: this.#reader, commits: this.#commits })
    this.#steps = new StepRecords({
      path,
      objects: this.#objects,
      refs: this.#refs,
      reader: this.#reader,
      commits: this.#commits,
      seconds: () => this.#seconds(),
      said: (message) => this.#said(message),
    })
  }

  /** Makes the repository, or recovers the one that is there. */
  async open(): Promise<void> {
    if (!this.#allowsNetwork) refuseNetworkPlace(this.#path, this.#files)
    if (isLedger(this.#path, this.#files)) await this.#recover()
    else await createRepository(this.#path, this.#files, () => this.#writeGenesis())
    this.#packing.begin()
  }

  /** Refuses a path where no ledger is, and changes nothing. */
  openForReading(): void {
    if (!isLedger(this.#path, this.#files)) throw notALedger(this.#path, 'nothing is there')
  }

  /** Returns what the head of the branch holds, also when another process moved it. @throws LedgerError `unknown-branch` */
  head(branch: string): Promise<View> {
    return this.view(this.#headCommit(branch))
  }

  view(commit: string): Promise<View> {
    return this.#views.at(commit)
  }

  /** Returns the artifact as the branch last held it at this version. @throws LedgerError `unknown-branch` */
  async version(branch: string, id: ArtifactId, version: number): Promise<Artifact | undefined> {
    const head = this.#headCommit(branch)
    const index = this.#versions.get(branch) ?? new VersionIndex(this.#commits)
    this.#versions.set(branch, index)
    const commit = await index.find(head, id, version)
    return commit === undefined ? undefined : (await this.view(commit)).artifacts.get(id)
  }

  /** Yields the commits of the branch, newest first. @throws LedgerError `unknown-branch` */
  history(branch: string): AsyncIterable<HistoryEntry> {
    return this.#commits.from(this.#headCommit(branch))
  }

  /** Returns a draft on top of the branch's head. @throws LedgerError `unknown-branch` */
  async draft(branch: string): Promise<CommitDraft> {
    const base = await this.head(branch)
    return new CommitDraft({ branch, base, seconds: this.#seconds(), said: (message) => this.#said(message) })
  }

  /**
   * Moves the branch to the draft's last commit and resolves to true, once all of them are durable; to false, and the branch is
   * as it was, when its head is not what the draft is based on.
   * @throws LedgerError `locked`, `fenced`
   */
  async land({ branch, base, head, commits, objects }: CommitDraft): Promise<boolean> {
    this.#refuseFailedDisk()
    const last = commits.at(-1)
    if (last === undefined) return true
    const { seconds, message } = last.entry
    const others = commits.length - 1
    const reason = others === 0 ? message.subject : `${message.subject} (and ${others} before it)`
    const move = { branch, expected: base.commit, next: head.commit, seconds, reason }
    if (!(await this.#writer.write(objects, head.commit, () => this.#refs.swap(move)))) return false
    for (const { entry } of commits) this.#commits.remember(entry)
    this.#views.remember(head)
    await this.#packing.added()
    return true
  }

  async record(step: StepRecord): Promise<void> {
    this.#refuseFailedDisk()
    await this.#steps.add(step)
    await this.#packing.added()
  }

  /** Yields the records of steps, newest first. @throws LedgerError `corrupt` */
  steps(): AsyncIterable<StepRecord> {
    return this.#steps.newestFirst()
  }

  /** @throws LedgerError `bad-run-id`, `locked` while another process owns the run */
  claimRun(run: string): Promise<RunClaim> {
    return this.#claims.claim(run)
  }

  /** Says whether no other process is known to have gone on with a run of this one. */
  ownsRuns(): boolean {
    return this.#claims.areOurs()
  }

  /** Lets packing end, and leaves word that all is whole, which spares the next opening a look at every object. */
  async close(): Promise<void> {
    await this.#packing.settled()
    this.#reader.close()
    const isWritten = this.#isDurable && !this.#isReadOnly && this.ownsRuns()
    this.#claims.release()
    if (isWritten && this.#diskFailure === undefined) markClean(this.#path, this.#files)
  }

  async #recover(): Promise<void> {
    const context = {
      gitDirectory: this.#path,
      files: this.#files,
      branches: ALL_BRANCHES,
      refs: this.#refs,
      branchLock: this.#branchLock,
      objects: this.#objects,
      reader: this.#reader,
    }
    const notices = await this.#ledgerLock.run((isGuarded) => recover({ ...context, isGuarded }))
    if (this.#isDurable) markClean(this.#path, this.#files)
    for (const notice of notices) this.#onNotice(notice)
  }

  async #writeGenesis(): Promise<void> {
    const seconds = this.#seconds()
    const root = treeObject([])
    const commit = commitObject({ tree: emptyDirectory.oid, seconds, message: messageText(genesisMessage) })
    await this.#objects.write([root, commit])
    const begin = { expected: undefined, next: commit.oid, seconds, reason: genesisMessage.subject }
    await this.#refs.swap({ ...begin, branch: 'dev' })
    // A creation that was cut short, or runs beside this one, has a first commit of its own: both branches begin with one.
    await this.#refs.swap({ ...begin, branch: 'stable', next: this.#headCommit('dev') })
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

  /** Returns the message as it is kept. Its epoch tells commits of a run that has been resumed from those of the process before. */
  #said(message: CommitMessage): CommitMessage {
    const said = canonicalMessage(message)
    const run = said.trailers.find(([token]) => token === 'AgentDescent-Run')?.[1]
    const epoch = run === undefined ? undefined : this.#claims.epochOf(run)
    if (epoch === undefined || said.trailers.some(([token]) => token === EPOCH)) return said
    return { ...said, trailers: [...said.trailers, [EPOCH, String(epoch)]] }
  }

  #refuseFailedDisk(): void {
    if (this.#diskFailure === undefined) return
    throw new LedgerError({
      code: 'io',
      argument: 'ledger',
      value: this.#path,
      message: `The disk failed to keep what was written to the ledger ${this.#path}.`,
      fix: 'Open it again: that tells what is there.',
      cause: this.#diskFailure,
    })
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000)
  }
}

function warnOf(notice: LedgerNotice): void {
  const { kind, ...rest } = notice
  const message = `The ledger had ${kind}: ${Object.values(rest).join(' ')}`
  process.emitWarning(message, { type: 'AgentDescentWarning', code: kind })
}
